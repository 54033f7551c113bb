import { describe, expect, it } from "vitest";

import { bankByAnyName, banks } from "./banks.ts";
import { nigerianStates } from "./nigeria.ts";
import { pensionAdministratorByAnyName, pensionAdministrators } from "./pension-administrators.ts";
import { localGovernmentByName, stateByAnyName } from "./places.ts";

describe("places by their names in files", () => {
  it("finds every state and local government by its own name, each distinct in its state", () => {
    for (const state of nigerianStates) {
      expect(stateByAnyName(state.name)).toBe(state);
      const found = state.local_governments.map(({ name }) => localGovernmentByName(state, name));
      expect(found).toEqual(state.local_governments);
    }
  });

  it.each([
    ["Lagos State", "SHOMOLU", "Somolu"],
    ["LAGOS", "Eti Osa LGA", "Eti-Osa"],
    ["Nassarawa", "Nassarawa Eggon", "Nasarawa Egon"],
    ["F.C.T.", "AMAC", "Abuja Municipal"],
    ["Abuja", "Gwagwalada", "Gwagwalada"],
    ["Akwa-Ibom", "Uyo", "Uyo"],
    ["Osun", "Oshogbo", "Osogbo"],
    ["Osun", "Ilesha East", "Ilesa East"],
    ["Oyo", "Ogbomoso North", "Ogbomosho North"],
    ["Rivers", "Obio Akpor", "Obio/Akpor"],
    ["Ogun", "Sagamu", "Shagamu"],
  ])("matches %s, %s to %s", (stateName, name, expected) => {
    const state = stateByAnyName(stateName);
    expect(state && localGovernmentByName(state, name)?.name).toBe(expected);
  });

  it("does not guess", () => {
    expect(["", "Lag", "Ghana", "State"].map(stateByAnyName)).toEqual(Array(4).fill(undefined));
    const lagos = stateByAnyName("Lagos");
    expect(lagos && localGovernmentByName(lagos, "Aba North")).toBeUndefined();
    expect(lagos && localGovernmentByName(lagos, "")).toBeUndefined();
  });
});

describe("banks by their names in files", () => {
  it("finds each by its code and its name, which are unique", () => {
    expect(banks.map(({ code }) => bankByAnyName(code))).toEqual(banks);
    expect(banks.map(({ name }) => bankByAnyName(name))).toEqual(banks);
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  });

  it.each([
    ["GTBank", "058"],
    ["Guaranty Trust Bank Plc", "058"],
    ["U.B.A.", "033"],
    ["First Bank", "011"],
    ["11", "011"],
    ["zenith bank plc", "057"],
    ["FCMB", "214"],
    ["Ecobank", "050"],
    ["Union Bank", "032"],
    ["Stanbic IBTC", "221"],
  ])("matches %s to %s", (text, code) => {
    expect(bankByAnyName(text)?.code).toBe(code);
  });

  it("does not guess", () => {
    expect(["", "Bank", "999", "Nigeria", "0058"].map(bankByAnyName)).toEqual(
      Array(5).fill(undefined),
    );
  });
});

describe("pension fund administrators by their names in files", () => {
  it("finds each by its key and its name", () => {
    const found = pensionAdministrators.map(({ id }) => pensionAdministratorByAnyName(id));
    expect(found).toEqual(pensionAdministrators);
    const named = pensionAdministrators.map(({ name }) => pensionAdministratorByAnyName(name));
    expect(named).toEqual(pensionAdministrators);
  });

  it.each([
    ["Stanbic IBTC Pension Managers Limited", "stanbic-ibtc"],
    ["ARM Pension Managers", "access-arm"],
    ["Leadway Pensure", "leadway"],
    ["PAL Pensions", "pal"],
    ["Trustfund Pensions Ltd", "trustfund"],
  ])("matches %s to %s", (text, id) => {
    expect(pensionAdministratorByAnyName(text)?.id).toBe(id);
  });

  it("does not guess", () => {
    expect(["", "Pension", "Managers Limited"].map(pensionAdministratorByAnyName)).toEqual(
      Array(3).fill(undefined),
    );
  });
});
