import { useQuery } from "@tanstack/react-query";

import { meQuery } from "../../session/data.ts";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

/** The user's own account: name and photo, password, second factor, and sessions. */
export function AccountPage() {
  const me = useQuery(meQuery());
  return (
    <Page title="My Account" width="form">
      <Loaded query={me} what="Your account">
        {(user, reload) => (
          <>
            <Panel title="Profile" about={user.email}>
              <ProfileForm user={user} reload={reload} />
            </Panel>
            <Panel
              title="Password"
              about="Changing your password signs you out on all other devices."
            >
              <PasswordForm about={[user.name, user.email]} />
            </Panel>
            <SecondFactorPanel email={user.email} />
            <SessionsPanel />
          </>
        )}
      </Loaded>
    </Page>
  );
}
