/** Elements that a paste never needs: they have no text, or would be fetched or run in a page. */
const droppedElements =
  "script, style, link, meta, title, template, iframe, object, embed, img, svg, math, video, audio, form, input, button";

/**
 * Converts clipboard HTML to what an editor can keep, in a document that loads and runs nothing.
 * Lists of Word, which are paragraphs with a literal bullet, become lists. Nested lists of Google
 * Docs move into their items. A table row becomes a line whose cells are separated.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll(droppedElements)) node.remove();
  for (const element of body.querySelectorAll("*")) removeEventHandlers(element);
  convertWordLists(body);
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) nestInPreviousItem(list);
  // Inner tables first: their lines become part of a cell of the outer table.
  for (const table of [...body.querySelectorAll("table")].toReversed()) flattenTable(table);
  return body.innerHTML;
}

function removeEventHandlers(element: Element): void {
  for (const name of element.getAttributeNames()) {
    if (name.startsWith("on")) element.removeAttribute(name);
  }
}

type WordItem = { paragraph: HTMLElement; level: number; list: string };

/** The list of a Word paragraph and its depth; null for a paragraph that is not a list item. */
function wordItem(paragraph: HTMLElement): WordItem | null {
  const style = paragraph.getAttribute("style") ?? "";
  const [, list = "", level = "1"] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(style) ?? [];
  return list === "" ? null : { paragraph, level: Number(level), list };
}

/** Removes the bullet or number that Word puts into the paragraph, and returns it. */
function removeListMarker(paragraph: HTMLElement): string {
  const spans = [...paragraph.querySelectorAll<HTMLElement>("span[style]")];
  const drawn = spans.find((span) => /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""));
  const mark = drawn?.textContent ?? "";
  drawn?.remove();
  return mark.trim();
}

/** Matches "1.", "a)", "iv." and "(2)". A bullet has no letter, except the "o" in Courier. */
const isNumber = (mark: string): boolean => /^\(?(?:\d+|[a-z]{1,5})[.)]$/i.test(mark);

function convertWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>("p, h1, h2, h3, h4, h5, h6")]
    .map(wordItem)
    .filter((item) => item !== null);
  /** The open lists, from the outermost one. */
  let open: HTMLElement[] = [];
  let last: WordItem | undefined;
  for (const item of items) {
    const { paragraph, level } = item;
    const tag = isNumber(removeListMarker(paragraph)) ? "ol" : "ul";
    const follows =
      last !== undefined && last.list === item.list && open[0]?.nextElementSibling === paragraph;
    open = follows ? open.slice(0, level) : [];
    while (open.length < level) {
      const list = body.ownerDocument.createElement(tag);
      const around = open.at(-1);
      if (around === undefined) paragraph.before(list);
      else (around.lastElementChild ?? around.appendChild(newItem(around))).append(list);
      open.push(list);
    }
    const entry = newItem(paragraph);
    entry.append(...paragraph.childNodes);
    open.at(-1)?.append(entry);
    paragraph.remove();
    last = item;
  }
}

const newItem = (beside: Element): HTMLElement => beside.ownerDocument.createElement("li");

/** Moves a list that is directly inside a list into the item before it. */
function nestInPreviousItem(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.tagName === "LI") before.append(list);
}

/** The separator between two cells of a row. */
const cellSeparator = " | ";

/** Turns each row into a line, its cells separated. A table of one column becomes its content. */
function flattenTable(table: HTMLTableElement): void {
  const { ownerDocument } = table;
  const lines = [...table.rows].flatMap((row) => {
    const cells = [...row.cells];
    if (cells.length < 2) {
      const parts = cells.flatMap((cell) => [...cell.childNodes]);
      return parts.filter(({ textContent }) => textContent?.trim() !== "").map(toBlock);
    }
    const line = ownerDocument.createElement("p");
    for (const [index, cell] of cells.entries()) {
      if (index > 0) line.append(cellSeparator);
      line.append(...inlineContentOf(cell));
    }
    return [line];
  });
  table.replaceWith(...lines);
}

/** Text directly in a cell becomes a paragraph, since the cell is removed. */
function toBlock(node: ChildNode): ChildNode {
  if (node instanceof HTMLElement && isBlock(node)) return node;
  const paragraph = node.ownerDocument?.createElement("p");
  if (!paragraph) return node;
  paragraph.append(node);
  return paragraph;
}

const isBlock = ({ tagName }: Element): boolean =>
  /^(?:P|DIV|H[1-6]|UL|OL|LI|TABLE)$/.test(tagName);

/** A cell's content on one line: its paragraphs and items one after another. */
function inlineContentOf(cell: Element): (Node | string)[] {
  return [...cell.childNodes].flatMap((node, index) => {
    if (!(node instanceof HTMLElement) || !isBlock(node)) return [node];
    return index > 0 ? [" ", ...inlineContentOf(node)] : inlineContentOf(node);
  });
}
