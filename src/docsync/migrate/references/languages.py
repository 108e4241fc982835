"""How comments and strings look in files that are no documents, by the name of the file."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from enum import Enum


class Outside(Enum):
    """What the text of a file is outside of comments and strings."""

    CODE = "an identifier in code"
    DATA = "a value in data"
    TEXT = ""
    UNKNOWN = "may be code: comments of this kind of file are not known"


@dataclass(frozen=True)
class Language:
    """``line`` starts a comment up to the end of its line, ``block`` are pairs of marks around one.

    ``strings`` are the quotes of strings; triple ones reach over lines. A ``docstring`` is a triple string alone on
    its line: people read it as they read a comment.
    """

    line: tuple[str, ...] = ()
    block: tuple[tuple[str, str], ...] = ()
    strings: tuple[str, ...] = ('"', "'")
    outside: Outside = Outside.CODE
    docstring: bool = False


_C = (("/*", "*/"),)
_XML = (("<!--", "-->"),)
_TRIPLE = ('"""', "'''", '"', "'")

HASH = Language(("#",))
C_LIKE = Language(("//",), _C, ('"', "'", "`"))
CHARACTERS = Language(("//",), _C, ('"', "`"))  # an apostrophe starts a character, a lifetime or a label
TEXT = Language(strings=(), outside=Outside.TEXT)
UNKNOWN = Language(("#", "//"), (), (), Outside.UNKNOWN)
_PYTHON = Language(("#",), (), _TRIPLE, docstring=True)
_DASHES = Language(("--",), _C)
_MARKUP = Language((), _XML, (), Outside.DATA)
_SETTINGS = Language(("#",), outside=Outside.DATA)

_ENDINGS: tuple[tuple[str, Language], ...] = (
    (".py .pyi .pyx .bzl .star", _PYTHON),
    (".sh .bash .zsh .fish .rb .pl .pm .r .tcl .awk .sed .mk .make .cmake .gd .cr .rake .gemspec .dockerfile", HASH),
    (".ex .exs .jl .nim .coffee", Language(("#",), (), _TRIPLE)),
    (".js .jsx .mjs .cjs .ts .tsx .mts .cts .php .dart .scss .less .sass .groovy .gradle .proto .jsonnet", C_LIKE),
    (
        ".c .h .cc .cpp .cxx .hh .hpp .cs .go .java .kt .kts .rs .scala .swift .m .mm .zig .v .sv .sol .d .fs",
        CHARACTERS,
    ),
    (".vue .svelte .astro", Language(("//",), (*_C, *_XML), ('"', "'", "`"))),
    (".css", Language((), _C)),
    (".sql", _DASHES),
    (".hs .lhs .elm .purs .idr .agda", Language(("--",), (("{-", "-}"),), ('"',))),
    (".lua", Language(("--",), (("--[[", "]]"),))),
    (".adb .ads .vhd .vhdl", Language(("--",), (), ('"',))),
    (".lisp .lsp .el .scm .clj .cljs .cljc .edn .rkt .asm", Language((";",), (), ('"',))),
    (".erl .hrl .tex .sty .bib .pro", Language(("%",), (), ('"',))),
    (".ml .mli .sml", Language((), (("(*", "*)"),), ('"',))),
    (".ps1 .psm1 .psd1", Language(("#",), (("<#", "#>"),))),
    (".tf .tfvars .hcl .nomad", Language(("#", "//"), _C, ('"',))),
    (".nix", Language(("#",), _C, ('"',))),
    (".bat .cmd", Language(("REM ", "rem ", "::"), (), ('"',))),
    (".vim", Language(('"',), (), ("'",))),
    (".f90 .f95 .f03", Language(("!",))),
    (".yml .yaml .toml .cfg .conf .properties .env .editorconfig .graphql .gql", _SETTINGS),
    (".ini", Language(("#", ";"), outside=Outside.DATA)),
    (".json5 .jsonc", Language(("//",), _C, outside=Outside.DATA)),
    (".json .jsonl .ndjson .ipynb .csv .tsv .geojson .har", Language(outside=Outside.DATA)),
    (".html .htm .xhtml .xml .xsl .xsd .svg .xaml .plist .csproj .fsproj .props .targets .pom .drawio", _MARKUP),
    (".txt .text .rst .rest .adoc .asciidoc .org .textile .pod .md .markdown .mdown .mdx .mkd .rmd .qmd", TEXT),
)
_NAMES: tuple[tuple[str, Language], ...] = (
    ("makefile gnumakefile dockerfile containerfile gemfile rakefile vagrantfile brewfile justfile procfile", HASH),
    ("codeowners .gitignore .gitattributes .dockerignore .npmignore .prettierignore .adr-dir .env", _SETTINGS),
    (".eslintignore .helmignore .gitmodules .editorconfig .log4brains .mailmap pipfile", _SETTINGS),
    ("jenkinsfile", C_LIKE),
    ("readme contributing authors license notice todo install", TEXT),
    ("build workspace tiltfile", _PYTHON),
    ("cmakelists.txt requirements.txt constraints.txt", HASH),
)
_BY = {
    **{ending: language for endings, language in _ENDINGS for ending in endings.split()},
    **{name: language for names, language in _NAMES for name in names.split()},
}
_SHEBANGS = (
    (re.compile(r"#!.*\bpython"), _PYTHON),
    (re.compile(r"#!.*\b(?:node|deno|bun)\b"), C_LIKE),
    (re.compile(r"#!"), HASH),
)


def language_of(path: str, text: str) -> Language:
    """The language of the file at ``path`` by its name, else by the first line of its ``text``."""
    name = posixpath.basename(path).lower()
    stem = name.split(".")[0]
    for key in (name, posixpath.splitext(name)[1], stem if name.startswith(("dockerfile.", "makefile.")) else ""):
        if key in _BY:
            return _BY[key]
    return next((language for pattern, language in _SHEBANGS if pattern.match(text)), UNKNOWN)
