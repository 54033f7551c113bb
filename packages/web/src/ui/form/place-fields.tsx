import type { SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { statesQuery } from "../../platform/reference/states.ts";
import { ChoiceSelect } from "../select/choice-select.tsx";

type Field = Omit<SelectProps, "value" | "onChange"> & { value: number | null };

type PlaceFieldsProps = {
  /** The form's props of the field, with the id of the state. */
  state: Field;
  localGovernment: Field;
  /** Sets an id in a field of the form. A changed state clears the local government. */
  set: (field: "state_id" | "local_government_id", id: number | null) => void;
  /** The label of the state: "State" by default. */
  stateLabel?: string;
};

/** The state and its local government. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { state, localGovernment, set, stateLabel = "State" } = props;
  const states = useQuery(statesQuery());
  const locals = states.data?.find(({ id }) => id === state.value)?.local_governments ?? [];
  const nothing = states.isError
    ? "The states could not be loaded."
    : states.data
      ? "Nothing found"
      : "Loading…";
  return (
    <>
      <ChoiceSelect
        {...state}
        label={stateLabel}
        placeholder="Choose a state"
        clearable
        clearButtonProps={{ "aria-label": "Clear state" }}
        data={choicesOf(states.data ?? [])}
        value={textOf(state.value)}
        nothingFoundMessage={nothing}
        onDropdownOpen={() => states.isError && void states.refetch()}
        onChange={(id: string | null) => {
          set("state_id", idOf(id));
          set("local_government_id", null);
        }}
      />
      <ChoiceSelect
        {...localGovernment}
        label="Local Government"
        placeholder={state.value === null ? "Choose the state first" : "Choose a local government"}
        disabled={state.value === null}
        clearable
        clearButtonProps={{ "aria-label": "Clear local government" }}
        data={choicesOf(locals)}
        value={textOf(localGovernment.value)}
        nothingFoundMessage={nothing}
        onChange={(id: string | null) => set("local_government_id", idOf(id))}
      />
    </>
  );
}

function choicesOf(places: readonly { id: number; name: string }[]) {
  return places.map(({ id, name }) => ({ value: String(id), label: name }));
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
}

function idOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
