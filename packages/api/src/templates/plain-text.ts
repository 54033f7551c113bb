const token = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|<!--[\s\S]*?-->|[^<]+|</gi;
const paragraphs = new Set(["p", "div", "h1", "h2", "h3", "h4", "blockquote", "ul", "ol", "table"]);

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * The text part of a mail, from the simple HTML of its body: paragraphs apart, list items on lines of
 * their own, links followed by their address.
 */
export function plainText(html: string): string {
  let text = "";
  let address: string | undefined;
  let linkStart = 0;
  let counters: (number | undefined)[] = [];
  for (const [whole, closing, tag = "", attributes = ""] of html.matchAll(token)) {
    const name = tag.toLowerCase();
    if (name === "") {
      if (!whole.startsWith("<!--")) text += decodeEntities(whole.replaceAll(/\s+/g, " "));
      continue;
    }
    if (name === "ul" || name === "ol") {
      counters = closing ? counters.slice(0, -1) : [...counters, name === "ol" ? 0 : undefined];
    }
    if (name === "a" && !closing) {
      address = decodeEntities(/href="([^"]*)"/.exec(attributes)?.[1] ?? "");
      linkStart = text.length;
    } else if (name === "a") {
      const shown = text.slice(linkStart).trim();
      if (address && address !== shown && address !== `mailto:${shown}`) text += ` (${address})`;
      address = undefined;
    } else if (name === "br" || name === "tr") text += "\n";
    else if (name === "td" || name === "th") text += " ";
    else if (name === "hr") text += "\n\n---\n\n";
    else if (name === "li" && !closing) {
      const count = counters.at(-1);
      if (count !== undefined) counters = [...counters.slice(0, -1), count + 1];
      text += count === undefined ? "\n- " : `\n${count + 1}. `;
    } else if (paragraphs.has(name)) text += "\n\n";
  }
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/^(-|\d+\.)\n+/gm, "$1 ")
    .trim();
}

/** HTML text as it reads. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, ...parts) => {
    const [decimal, hex, name] = parts as (string | undefined)[];
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
