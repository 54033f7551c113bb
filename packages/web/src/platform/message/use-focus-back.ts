import { useEffect, useState } from "react";

/**
 * Puts the focus back on what had it before this dialog was drawn, once the dialog is gone and the
 * focus with it. Mantine does so only for dialogs that stay mounted, and most are drawn only while
 * they are open.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
