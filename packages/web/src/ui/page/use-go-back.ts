import { useCanGoBack, useRouter } from "@tanstack/react-router";

/** Goes back to the previous page, or to `otherwise` when the tab was opened on this page. */
export function useGoBack(otherwise: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else router.history.push(otherwise);
  };
}
