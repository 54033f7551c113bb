import { Combobox, Loader, Modal, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useReturnFocus } from "../../platform/message/return-focus.ts";
import { meQuery } from "../../session/data.ts";
import type { NavigationPage } from "./navigation.ts";
import {
  actionsFor,
  entriesSearch,
  matchingByDescription,
  matchingByName,
  recentChoices,
  recordsQuery,
  rememberChoice,
  screenChoices,
  reportAndSettingChoices,
  uniqueChoices,
  type PaletteChoice,
} from "./palette-choices.ts";

import classes from "./palette.module.css";

/** How long typing must pause before records are searched, in milliseconds. */
const searchDelay = 200;

type PaletteProps = {
  pages: readonly NavigationPage[];
  /** Takes what was typed before the field had the focus. */
  takeTyped: () => string;
  onClose: () => void;
};

/** Finds a screen, a record or an action by typing, and opens it. */
export function Palette({ pages, takeTyped, onClose }: PaletteProps) {
  useReturnFocus();
  const router = useRouter();
  const [text, setText] = useState("");
  const { choices, searching } = useChoices(pages, text.trim());
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption } = combobox;
  const first = choices[0]?.id;
  useEffect(() => {
    selectFirstOption();
  }, [first, text, selectFirstOption]);
  const take = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    if (!choice) return;
    rememberChoice(choice);
    onClose();
    void router.navigate(choice.link);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      title="Find anything"
      size="lg"
      yOffset="10vh"
      padding={0}
      classNames={{ header: classes.unseen, body: classes.body }}
    >
      <Combobox store={combobox} onOptionSubmit={take}>
        <Combobox.EventsTarget autoComplete="off">
          <TextInput
            data-autofocus
            size="md"
            variant="unstyled"
            className={classes.field}
            aria-label="Find a screen, a record or an action"
            placeholder="Find a screen, a record or an action"
            maxLength={100}
            value={text}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={searching ? <Loader size={16} aria-label="Searching" /> : null}
            // The combobox keeps Escape from the dialog, and its list must not close alone.
            onKeyDown={({ key }) => key === "Escape" && onClose()}
            onFocus={() => {
              setText(text + takeTyped());
              // The dialog mounts its content late, after the effect above has run once.
              selectFirstOption();
            }}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.choices} aria-label="Found" aria-busy={searching}>
          {sectionsOf(choices).map(([section, own]) => (
            <Combobox.Group key={section} label={section}>
              {own.map((choice) => (
                <Combobox.Option key={choice.id} value={choice.id} className={classes.choice}>
                  <span>{choice.label}</span>
                  <span className={classes.detail}>{choice.detail}</span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {!searching && choices.length === 0 && (
            <Combobox.Empty>Nothing found for “{text.trim()}”</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Modal>
  );
}

/**
 * The results for a text: recent choices first, then actions and screens, then records, then
 * choices that match only by description, and last a search of the entries. Reports and settings
 * are many, so they are listed only once something is typed.
 */
function useChoices(pages: readonly NavigationPage[], text: string) {
  const me = useQuery(meQuery()).data;
  const [sent] = useDebouncedValue(text, searchDelay);
  const may = (permission: NonNullable<typeof me>["permissions"][number]) =>
    me?.permissions.includes(permission) ?? false;
  const records = useQuery(recordsQuery(sent, may));
  const [recent] = useState(recentChoices);
  const within = text === "" ? [] : reportAndSettingChoices(may);
  const places = [...actionsFor(may), ...screenChoices(pages), ...within];
  const known = matchingByName([...recent, ...places], text);
  const searching = text !== "" && (sent !== text || records.isPending);
  // While records may still arrive, Enter must not select a choice that only resembles the text.
  const found =
    text === "" || searching
      ? []
      : [
          ...(records.data ?? []),
          ...matchingByDescription(places, text),
          ...entriesSearch(text, may),
        ];
  return { choices: uniqueChoices([...known, ...found]), searching };
}

/** The choices by section, in the order in which the sections first appear. */
function sectionsOf(choices: readonly PaletteChoice[]): [string, PaletteChoice[]][] {
  return [...Map.groupBy(choices, ({ section }) => section)];
}
