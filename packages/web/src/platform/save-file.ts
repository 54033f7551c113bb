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
