import { IconEye } from "@tabler/icons-react";

import { Notice } from "../ui/page/notice.tsx";
import { Page } from "../ui/page/page.tsx";

/** Says to a user who may read the books why nothing can be changed here. */
export function ReadsOnly() {
  return (
    <Notice icon={IconEye}>
      You may read these books. Who keeps them can change them: ask an administrator for that right.
    </Notice>
  );
}

/** The page of something new, opened by its address, for a user who may only read. */
export function ReadsOnlyPage({ title, backTo }: { title: string; backTo: string }) {
  return (
    <Page title={title} backTo={backTo} width="form">
      <ReadsOnly />
    </Page>
  );
}
