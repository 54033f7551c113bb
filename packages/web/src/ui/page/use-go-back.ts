import { useCanGoBack, useRouter } from "@tanstack/react-router";

/**
 * Goes back to the previous page, or to the list `otherwise` when the tab was opened on this page.
 *
 * @param tenantId the organization of the record, to which that list is narrowed.
 */
export function useGoBack(otherwise: string, tenantId?: number): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else router.history.push(tenantId ? `${otherwise}?tenant_id=${tenantId}` : otherwise);
  };
}
