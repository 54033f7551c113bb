import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./templates.module.css";

type TemplateTabsProps = {
  tab: TemplateTab;
  onTab: (tab: TemplateTab) => void;
  /** Content after the tabs. */
  aside?: ReactNode;
  preview: ReactNode;
  /** The fields. */
  children: ReactNode;
};

export type TemplateTab = "edit" | "preview";

/** The fields of a template, with its preview on a second tab. */
export function TemplateTabs({ tab, onTab, aside, preview, children }: TemplateTabsProps) {
  return (
    // Otherwise the editors would be unmounted whenever the preview is shown.
    <Tabs
      value={tab}
      onChange={(next) => onTab(next === "preview" ? next : "edit")}
      keepMountedMode="display-none"
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="edit">Edit</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
        {aside !== undefined && <span className={classes.level}>{aside}</span>}
      </Tabs.List>
      <Tabs.Panel value="edit" className={classes.fields}>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="preview">{tab === "preview" && preview}</Tabs.Panel>
    </Tabs>
  );
}
