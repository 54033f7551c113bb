import { nigerianStates, type LocalGovernment, type State } from "./nigeria.ts";

/**
 * A place's name with spelling variants unified: Shomolu is Somolu, Nassarawa is Nasarawa, Aiyedire
 * is Ayedire, "Eti Osa LGA" is Eti-Osa.
 */
function normalized(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/(localgovernment(area)?|localgovt|lga|lg|lcda|state)$/, "")
    .replaceAll("sh", "s")
    .replaceAll("aiy", "ay")
    .replaceAll(/(.)\1+/g, "$1");
}

/** Aliases that no rule unifies. */
const stateAliases: Readonly<Record<string, string>> = {
  fct: "Federal Capital Territory",
  fctabuja: "Federal Capital Territory",
  abujafct: "Federal Capital Territory",
  abuja: "Federal Capital Territory",
  federalcapital: "Federal Capital Territory",
  plataeu: "Plateau",
};

const localGovernmentAliases: Readonly<Record<string, string>> = {
  amac: "Abuja Municipal",
  abujamunicipalareacouncil: "Abuja Municipal",
  municipal: "Abuja Municipal",
  phc: "Port Harcourt",
  portharcourtcity: "Port Harcourt",
  mainland: "Lagos Mainland",
  yaba: "Lagos Mainland",
  kanomunicipality: "Kano Municipal",
  nasarawaegon: "Nasarawa Egon",
  barikinladi: "Barkin Ladi",
  egbadonorth: "Yewa North",
  egbadosouth: "Yewa South",
  ilejemeji: "Ilejemeje",
};

const states = new Map(nigerianStates.map((state) => [normalized(state.name), state]));
const stateByAlias = new Map(
  Object.entries(stateAliases).map(([alias, name]) => [
    normalized(alias),
    states.get(normalized(name)),
  ]),
);
const localGovernments = new Map(
  nigerianStates.map((state) => [
    state.id,
    new Map(state.local_governments.map((each) => [normalized(each.name), each])),
  ]),
);

/** The state that a file or a person names. */
export function stateByAnyName(name: string): State | undefined {
  const key = normalized(name);
  return states.get(key) ?? stateByAlias.get(key);
}

/** The local government of a state that a file or a person names. */
export function localGovernmentByName(state: State, name: string): LocalGovernment | undefined {
  const key = normalized(name);
  const known = localGovernments.get(state.id);
  return known?.get(key) ?? known?.get(normalized(localGovernmentAliases[key] ?? ""));
}

/** The name of a local government by its id. */
export function localGovernmentById(
  state: State | undefined,
  id: number | null,
): LocalGovernment | undefined {
  return state?.local_governments.find((each) => each.id === id);
}
