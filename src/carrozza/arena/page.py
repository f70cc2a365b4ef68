"""The look of a report: one page without anything from elsewhere, light and dark."""

from html import escape

from carrozza.atlas.theme import DARK, LIGHT, SANS, SERIF, Theme, mix


def _colours(theme: Theme) -> str:
    blue, _, green, _, red = [livery.fill for livery in theme.players]
    colours = {
        "paper": theme.paper,
        "shade": theme.shade,
        "ink": theme.ink,
        "faint": theme.faint,
        "line": mix(theme.paper, theme.border, 0.5),
        "accent": theme.accent,
        "main": blue,
        "hill": mix(theme.paper, blue, 0.45),
        "good": green,
        "bad": red,
    }
    return "".join(f"--{name}:{value};" for name, value in colours.items())


STYLE = f"""
:root {{ color-scheme: light dark; {_colours(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK)} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 900px; padding: 2rem 1.25rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 {SANS}; }}
h1, h2, h3 {{ font-family: {SERIF}; line-height: 1.2; font-weight: 600; }}
h1 {{ font-size: 2rem; margin: 0; }}
h2 {{ font-size: 1.5rem; margin: 2.5rem 0 .25rem; padding-top: 1.5rem;
  border-top: 2px solid var(--accent); }}
h3 {{ font-size: 1.1rem; margin: 2rem 0 .25rem; }}
p {{ margin: .25rem 0 .75rem; max-width: 44rem; }}
.quiet, figcaption {{ color: var(--faint); font-size: .9rem; }}
figure {{ margin: 0; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }}
th, td {{ padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
thead th {{ font-weight: 600; color: var(--faint); }}
.pairs td {{ text-align: center; border: 2px solid var(--paper); }}
.pairs th {{ border: 0; text-align: center; }}
.pairs th:first-child {{ text-align: right; padding-right: .7rem; }}
summary {{ cursor: pointer; color: var(--accent); margin: .5rem 0; }}
svg {{ display: block; width: 100%; min-width: 560px; height: auto; }}
svg text {{ fill: var(--ink); font: 13px {SANS}; font-variant-numeric: tabular-nums; }}
svg .name {{ text-anchor: end; font-weight: 600; }}
svg .value {{ text-anchor: end; }}
svg .grid path {{ stroke: var(--line); }}
svg .grid path.zero {{ stroke: var(--faint); }}
svg .grid text {{ text-anchor: middle; fill: var(--faint); font-size: 12px; }}
svg .whisker, svg .spread, svg .reach, svg .median {{ fill: none; stroke: var(--main);
  stroke-width: 2.5; stroke-linejoin: round; }}
svg .spread {{ stroke-width: 9; stroke: var(--hill); stroke-linecap: round; }}
svg .reach {{ stroke-width: 1.5; }}
svg .median {{ stroke: var(--ink); stroke-width: 2; }}
svg .dot {{ fill: var(--main); stroke: var(--paper); stroke-width: 1.5; }}
svg .hill {{ fill: var(--hill); stroke: var(--main); stroke-width: 1; }}
svg .good {{ fill: var(--good); }}
svg .bad {{ fill: var(--bad); }}
.key {{ display: inline-block; width: .8em; height: .8em; margin-right: .3em; }}
@media print {{ body {{ max-width: none; }} h3 {{ break-after: avoid; }}
  figure {{ break-inside: avoid; }} }}
"""


def page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def figure(title: str, plot: str, caption: str) -> str:
    """A plot with its heading; the caption may hold markup."""
    return (
        f'<figure>\n<h3>{escape(title)}</h3>\n<div class="wide">{plot}</div>\n'
        f"<figcaption>{caption}</figcaption>\n</figure>"
    )


def table(headings: list[str], rows: list[list[str]], kind: str = "") -> str:
    """A table of plain text."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    named = f' class="{kind}"' if kind else ""
    return (
        f'<div class="wide"><table{named}>\n<thead><tr>{head}</tr></thead>\n<tbody>'
        + "\n".join(lines)
        + "</tbody></table></div>"
    )
