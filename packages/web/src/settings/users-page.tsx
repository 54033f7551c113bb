import { Page } from "../ui/page/page.tsx";
import { UsersTable } from "../users/users-table.tsx";

/** The users of the platform itself. */
export function UsersPage() {
  return (
    <Page title="Users">
      <UsersTable owner="platform" />
    </Page>
  );
}
