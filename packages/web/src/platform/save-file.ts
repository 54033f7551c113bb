import type { ReceivedFile } from "./api.ts";

/** Hands a file to the browser, which saves it as a download. */
export function saveFile({ filename, content }: ReceivedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // By the next task the download holds the content itself.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/**
 * Opens a PDF in a new tab, from which the browser prints it. If the browser cannot show PDFs or
 * open a tab, the file is saved instead.
 *
 * @param loading the file, requested after the tab is open: a tab opened later would be blocked as
 *   a pop-up.
 */
export async function printFile(loading: () => Promise<ReceivedFile>): Promise<ReceivedFile> {
  const tab = navigator.pdfViewerEnabled ? window.open("", "_blank") : null;
  try {
    const file = await loading();
    if (tab === null) saveFile(file);
    else tab.location.href = URL.createObjectURL(file.content);
    return file;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
