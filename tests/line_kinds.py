"""Lines whose neighbourhood decides what they are."""

KINDS = (
    *("text", "more words here", "", "  indented", "      deep", "a  ", "b\\", "term", "-", "+", "1.", "#"),
    *("# heading", "## h2 ##", "===", "---", "***"),
    *("- item", "* item", "+ item", "1. one", "2. two", "10) ten", "  - nested", "- [ ] task", "- [x] done"),
    *("    code", "\tcode", "```", "~~~", "```py", "`code", "code`", "``"),
    *("> quote", ">quote", "> > deep", "> - q item", "> ```", "> [!NOTE]"),
    *("| a | b |", "|---|---|", "| 1 | 2 |", "| line"),
    *("<div>", "</div>", "<span>", "<!-- c -->", "<!--", "-->", "<img", "src=x>", "<br>", "a<br>", "<pre>", "</pre>"),
    *("[foo]: /u", "[foo]", "[foo][]", "[a](", "b)", "[", "label", "]: /u", "![i](x)", "<http://x.y>"),
    *("[^1]: note", "[^1]", "text[^1]"),
    *("**", "*", "**bold**", "*em", "em*", "_under_", "~~del", "del~~", "&amp;"),
    *("中文", "日本語。", "한국어", "**重要。**", "emoji 😀", "\u200bz", "\u00a0"),
    *("::: note", ":::", "{: .x}", "{% raw %}", "!!! note", "% c", "+++", ": def"),
    *("$$", "x & y", "$a % b", "c$", "Key: value", "**Key:** v", "a. x", "b. y"),
)
