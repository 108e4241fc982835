"""The words by which records state their status, as tables: what a word means, and what changes the meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

EXEMPT = ("README.md", "AGENTS.md", "CLAUDE.md", "template*.md", "assets/")  # as gitignore patterns
FOLDERS = PROPOSED, IMPLEMENTED, REJECTED = "proposed", "implemented", "rejected"
VERBS: Mapping[str, str] = MappingProxyType({PROPOSED: "propose", IMPLEMENTED: "implement", REJECTED: "reject"})


class Meaning(Enum):
    """What a status says about a decision, whatever the word."""

    OPEN = "open"
    AHEAD = "decided, to be built"
    ACCEPTED = "accepted"
    IMPLEMENTED = "implemented"
    PARTIAL = "implemented in part"
    REJECTED = "rejected"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"


# Phrases of a meaning, separated by commas; a phrase is matched whole, the longest one wins.
_ENGLISH: Mapping[Meaning, str] = {
    Meaning.OPEN: """draft, drafting, wip, work in progress, idea, proposed, proposal, proposing, in review,
        under review, review, reviewing, needs review, ready for review, awaiting review, pending, open, discussion,
        discussing, in discussion, under discussion, for discussion, deferred, postponed, on hold, paused,
        not started, planned, in progress, in development, under development, in design, request for comments, todo,
        to do, tbd, to be decided, to be discussed, undecided, new, initial, submitted, provisional, exploratory,
        investigating, candidate, last call, backlog, stalled, preliminary""",
    Meaning.AHEAD: """implementable, design only, pending implementation, awaiting implementation, not implemented,
        not yet implemented, unimplemented, to be implemented, ready for implementation, ready to implement,
        implementation pending, being implemented, implementing, partially implementable""",
    Meaning.ACCEPTED: """accepted, accept, approved, approve, decided, adopted, agreed, agreed upon, ratified,
        confirmed, endorsed, chosen""",
    Meaning.IMPLEMENTED: """implemented, shipped, done, complete, completed, final, finalized, finalised, active,
        live, released, documented existing, in effect, in force, in production, in use, landed, delivered,
        deployed, stable, enforced""",
    Meaning.PARTIAL: """partially implemented, partly implemented, partial, partially, partially complete,
        partially completed, partially done, partially shipped, partially accepted, partly accepted,
        mostly implemented, implemented in part, implemented partially""",
    Meaning.REJECTED: """rejected, reject, declined, withdrawn, abandoned, cancelled, canceled, reverted, dropped,
        discarded, not accepted, not approved, not adopted, denied, refused, dismissed, won't do, wontfix,
        rolled back, not pursued""",
    Meaning.SUPERSEDED: "superseded, superceded, replaced, obsoleted, obsolete, supplanted, subsumed",
    Meaning.DEPRECATED: "deprecated, retired, sunset, archived, expired, outdated, no longer relevant, historical",
}
_OTHERS: Mapping[Meaning, str] = {
    Meaning.OPEN: """提议, 提案, 提案中, 草稿, 草案, 待定, 讨论中, 评审中, 进行中, 已提议, 已推迟, 搁置, ドラフト,
        下書き, 検討中, レビュー中, 保留, 초안, 제안, 제안됨, 검토 중, entwurf, vorgeschlagen, vorschlag,
        in diskussion, in prüfung, offen, brouillon, proposé, proposée, en cours, en discussion, borrador,
        propuesto, propuesta, en revisión, pendiente, rascunho, proposto, proposta, em discussão, bozza, черновик,
        предложено, предложение, на рассмотрении""",
    Meaning.AHEAD: """未实现, 未实施, 待实现, 尚未实现, 尚未实施, 未実装, 미구현, nicht umgesetzt,
        noch nicht umgesetzt, nicht implementiert, non implémenté, pas encore implémenté, no implementado,
        não implementado, не реализовано""",
    Meaning.ACCEPTED: """已接受, 接受, 已采纳, 采纳, 已通过, 通过, 已批准, 批准, 已决定, 承認, 承認済み, 採用, 採択,
        決定, 受理, 승인, 승인됨, 채택, 채택됨, 결정, akzeptiert, angenommen, beschlossen, genehmigt, entschieden,
        accepté, acceptée, approuvé, approuvée, validé, validée, adopté, adoptée, aceptado, aceptada, aprobado,
        aprobada, adoptado, aceito, aceita, aceite, aprovado, aprovada, accettato, accettata, approvato, approvata,
        принято, принят, утверждено, одобрено""",
    Meaning.IMPLEMENTED: """已实现, 实现, 已实施, 已完成, 完成, 已上线, 実装済み, 実装済, 完了, 구현, 구현됨, 완료,
        umgesetzt, implementiert, abgeschlossen, implémenté, implémentée, mis en œuvre, terminé, implementado,
        implementada, completado, concluído, implementato, реализовано, внедрено""",
    Meaning.PARTIAL: "部分实现, 部分实施, 部分完成, 一部実装, teilweise umgesetzt, partiellement implémenté",
    Meaning.REJECTED: """已拒绝, 拒绝, 已否决, 否决, 已放弃, 放弃, 已撤回, 已取消, 取消, 未采纳, 却下, 否決, 不採用,
        撤回, 中止, 거부, 거부됨, 기각, abgelehnt, verworfen, zurückgezogen, rejeté, rejetée, refusé, abandonné,
        retiré, rechazado, rechazada, descartado, rejeitado, rifiutato, respinto, отклонено, отвергнуто""",
    Meaning.SUPERSEDED: """已取代, 被取代, 已被取代, 已替代, 置き換え, 置換済み, 대체됨, ersetzt, abgelöst,
        remplacé, remplacée, reemplazado, sustituido, substituído, sostituito, заменено""",
    Meaning.DEPRECATED: """已废弃, 废弃, 已弃用, 弃用, 廃止, 非推奨, 폐기, 폐기됨, veraltet, obsolète, déprécié,
        obsoleto, deprecado, устарело""",
}


def _phrases(table: Mapping[Meaning, str]) -> Iterator[tuple[str, Meaning]]:
    for meaning, text in table.items():
        yield from ((" ".join(phrase.split()), meaning) for phrase in text.split(","))


WORDS: Mapping[str, Meaning] = MappingProxyType({**dict(_phrases(_ENGLISH)), **dict(_phrases(_OTHERS))})

# What a label of a status is called.
_LABELS = """status, decision status, adr status, rfc status, proposal status, document status, current status,
    implementation status, state, statut, estado, stato, статус, 状态, 狀態, 状態, ステータス, 상태"""
STATUS_NAMES = tuple(" ".join(label.split()) for label in _LABELS.split(","))

# Words that file names carry at their end; others, such as "done", are words of topics too.
SUFFIXES = frozenset(
    """draft wip proposed accepted rejected superseded deprecated implemented withdrawn obsolete declined
    abandoned""".split()
)
# Words that name folders of a status, beside the phrases above in the plural.
FOLDER_WORDS: Mapping[str, str] = MappingProxyType({"drafts": "draft", "ideas": "idea", "in-progress": "in progress"})

BRACKET = re.compile(r"[\[(（【]\s*+([^\[\]()（）【】]{2,40})[\])）】]")  # in a title, maybe round a status
MAX_BRACKETS = 5  # of a title that are looked at

_FILLER = re.compile(
    r"(?:(?:this|the) (?:rfc|adr|proposal|decision|document|record) )?(?:is|was|has been|have been|are)\b[ :]*"
    r"|(?:currently|formally|provisionally|tentatively|conditionally|fully|now|already|officially)\b[ ]*"
    r"|\d{4}-\d{2}-\d{2}[ :,–—-]*|status[ :]*",
    re.IGNORECASE,
)
_LONGEST = 4  # words of a phrase


@lru_cache(maxsize=1024)
def head_word(text: str) -> str | None:
    """The longest phrase of :data:`WORDS` that ``text`` (plain) starts with, fillers and a date skipped."""
    return find_word(text, WORDS)


def find_word(text: str, words: Mapping[str, object]) -> str | None:
    """The longest of ``words`` that ``text`` starts with."""
    text = skip_filler(text.casefold())
    tokens = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text[:200])[:_LONGEST] or [""]
    for count in range(len(tokens), 0, -1):
        phrase = " ".join(tokens[:count]).replace("’", "'")
        if phrase in words:
            return phrase
    first = tokens[0]
    # Chinese, Japanese and Korean write no blanks between words.
    return next((first[:end] for end in range(len(first), 1, -1) if not first.isascii() and first[:end] in words), None)


def skip_filler(text: str) -> str:
    """``text`` without "this RFC is", "currently", or a date before its status."""
    for _ in range(_LONGEST):
        match = _FILLER.match(text)
        if not match or match.end() == len(text):
            break
        text = text[match.end() :]
    return text
