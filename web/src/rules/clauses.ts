// The text of the rules taken apart: sections, headings, clauses with their ids.
export interface Clause {
  id: string;
  text: string;
  more: string[]; // its own list
  heading: string;
}
export interface Section {
  letter: string;
  title: string;
  clauses: Clause[];
}

export function readRules(markdown: string): Section[] {
  const sections: Section[] = [];
  let heading = "";
  for (const line of markdown.split("\n")) {
    const title = /^## (\w)\. (.*)/.exec(line);
    const clause = /^- ([A-Z]\d+) (.*)/.exec(line);
    const section = sections.at(-1);
    if (title) {
      sections.push({ letter: title[1]!, title: title[2]!, clauses: [] });
      heading = "";
    } else if (!section || !line.trim()) continue;
    else if (clause) section.clauses.push({ id: clause[1]!, text: clause[2]!, more: [], heading });
    else if (/^ +- /.test(line)) section.clauses.at(-1)?.more.push(line.trim().slice(2));
    else if (line.startsWith(" ")) {
      const last = section.clauses.at(-1);
      if (last?.more.length) last.more.push(line.trim());
      else if (last) last.text += ` ${line.trim()}`;
    } else heading = line.trim();
  }
  return sections;
}
