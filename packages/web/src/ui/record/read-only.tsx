import { IconEye } from "@tabler/icons-react";

import { roleGranter } from "../../platform/session.ts";
import { Notice } from "../page/notice.tsx";
import { Page } from "../page/page.tsx";

type ReadOnlyNoticeProps = {
  /** What may be read, in the middle of a sentence: "these books". */
  what: string;
};

/** Tells a user with read-only access why nothing can be changed here. */
export function ReadOnlyNotice({ what }: ReadOnlyNoticeProps) {
  return (
    <Notice icon={IconEye}>
      You can read {what} but not change them. Ask {roleGranter()} for permission.
    </Notice>
  );
}

/** The page for adding a record, opened by its address, for a user with read-only access. */
export function ReadOnlyPage({
  what,
  title,
  backTo,
}: ReadOnlyNoticeProps & { title: string; backTo: string }) {
  return (
    <Page title={title} backTo={backTo} width="form">
      <ReadOnlyNotice what={what} />
    </Page>
  );
}
