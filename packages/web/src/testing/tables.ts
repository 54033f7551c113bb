import { screen, within } from "@testing-library/react";

/** Waits for the row of a table that has this text in one of its cells. */
export async function rowWith(table: string, text: string | RegExp): Promise<HTMLElement> {
  const rows = within(await screen.findByRole("table", { name: table }));
  const [first] = await rows.findAllByText(text);
  const row = first?.closest("tr");
  if (!row) throw new Error(`${text} stands in no row of ${table}`);
  return row;
}

/** The headers of a table from left to right. */
export function headersOf(table: string): (string | null)[] {
  return within(screen.getByRole("table", { name: table }))
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
}
