import type { ReceivedFile } from "./api.ts";

/** Hands a file to the browser, which saves it as a download. */
export function saveFile({ filename, content }: ReceivedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // The download has its own hold on the content by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/**
 * Opens a PDF in a tab of its own, where the browser prints it; saves it where the browser shows no
 * PDF or may open no tab.
 *
 * @param loading the file, requested once the tab is open: a tab opened later would be blocked as a
 *   pop-up.
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
