/** Limits of an uploaded CSV file or workbook; a longer list has to be split into several files. */
export const sheetLimits = { rows: 20_000, columns: 200, bytes: 10 * 1024 * 1024 } as const;
