import type { ConfigurationLevel } from "@kontor/contract/configuration";
import { formatCounted } from "@kontor/contract/format";
import { Text } from "@mantine/core";

import { Term } from "../help.tsx";
import { StatusChip, type StatusTone } from "../status-chip.tsx";

import classes from "./level.module.css";

const levels: Record<ConfigurationLevel, { words: string; tone: StatusTone; help: string }> = {
  built_in: {
    words: "Built-in",
    tone: "neutral",
    help: "Comes with Kontor. Applies until the platform or an organization sets its own.",
  },
  platform: {
    words: "Platform default",
    tone: "busy",
    help: "Set in Settings. Applies to every organization without its own.",
  },
  organization: {
    words: "Organization’s own",
    tone: "good",
    help: "Set for this organization only. Takes precedence over the platform default.",
  },
};

/** Shows the level that a value comes from, and explains it on hover and focus. */
function LevelBadge({ level, plain }: { level: ConfigurationLevel; plain: boolean }) {
  const { words, tone, help } = levels[level];
  const chip = <StatusChip tone={tone}>{words}</StatusChip>;
  return plain ? chip : <Term help={help}>{chip}</Term>;
}

type LeveledValue = { level: ConfigurationLevel; organizations_differing?: number };

type LevelNoteProps = {
  of: LeveledValue;
  /**
   * Without the explanation: for use inside a button or a tab, where nothing else may take the
   * focus.
   */
  plain?: boolean;
};

/**
 * Names the level that a value comes from. In Settings it also says how many organizations have
 * their own value.
 */
export function LevelNote({ of, plain = false }: LevelNoteProps) {
  const differing = of.organizations_differing;
  return (
    <span className={classes.note}>
      <LevelBadge level={of.level} plain={plain} />
      {differing !== undefined && (
        <Text span size="xs" c="dimmed">
          {differingSentence(differing)}
        </Text>
      )}
    </span>
  );
}

/**
 * The number of organizations with their own value that differs from the platform's, as a sentence.
 */
export function differingSentence(count: number): string {
  if (count === 0) return "No organization differs";
  return formatCounted(count, "organization differs", "organizations differ");
}
