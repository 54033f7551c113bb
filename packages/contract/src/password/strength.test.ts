import { describe, expect, test } from "vitest";

import { passwordStrength, passwordWeakness } from "./strength.ts";

describe("refused passwords", () => {
  test.for([
    ["short", "too_short"],
    ["Xk2!9fQ", "too_short"],
    ["tapir lampq", "too_short"],
    ["password1234", "common"],
    ["Password2026!", "common"],
    ["P@ssw0rd12345", "common"],
    ["Welcome@2025!!", "common"],
    ["adminadmin12", "common"],
    ["iloveyou1234", "common"],
    ["GodIsGood2024", "common"],
    ["chelsea4ever1990", undefined],
    ["correcthorsebatterystaple", "common"],
    ["letmeinplease", "common"],
    ["aaaaaaaaaaaa", "repeated"],
    ["abcabcabcabc", "repeated"],
    ["xy12xy12xy12xy", "repeated"],
    ["tapir7tapir7tapir7", "repeated"],
    ["kqxzqkzxqxkz", "repeated"],
    // Four different characters are too few, five are enough.
    ["kqxzqkzxqpkz", undefined],
    ["ｐａｓｓｗｏｒｄ１２３４", "common"],
    // Three unpredictable letters are too few, four are enough.
    ["password-kqx", "common"],
    ["password-kqxz", undefined],
    // A character beside what is covered counts.
    ["passwordkqxz", undefined],
    ["qwertyuikvxz", undefined],
    ["mqz-asdfghjk", "sequence"],
    ["kqx-aaaaaaaa", "sequence"],
    ["qwer-asdf-zxcv", "sequence"],
    // Three keys in a row are a coincidence.
    ["qwe7asd8zxc9mp", undefined],
    ["123456789012", "sequence"],
    ["qwertyuiop12", "sequence"],
    ["1q2w3e4r5t6y", "sequence"],
    ["zyxwvutsrqponm", "sequence"],
    ["abcdefghijkl", "sequence"],
    ["kontor-kontor-1", "personal"],
    ["KontorKontor2026", "personal"],
  ] as const)("%s: %s", ([password, weakness]) => {
    expect(passwordWeakness(password)).toBe(weakness);
  });

  test("passwords made only of personal data", () => {
    const about = ["Adaeze Okonkwo", "adaeze.okonkwo@demo-foods.example", "Demo Foods Limited"];
    for (const password of [
      "AdaezeOkonkwo1",
      "okonkwo-adaeze",
      "Demo.Foods.2026",
      "Ad@3ze0konkwo",
    ]) {
      expect(passwordWeakness(password, about)).toBe("personal");
      expect(passwordWeakness(password)).not.toBe("personal");
    }
    expect(passwordWeakness("ada.obi.2026", ["Ada Obi"])).toBe("personal");
    // Words of two letters and less are in too many others.
    expect(passwordWeakness("ng-el-qx-ng-el", ["Ng El & Co."])).toBe(undefined);
    // A name with a digit counts as it is written, not only with the letter that the digit stands for.
    expect(passwordWeakness("br1tv0lt.stores", ["Br1tv0lt Stores"])).toBe("personal");
    const name = "Ọlá Adéọlá";
    expect(passwordWeakness(`${name}-26`, [name.normalize("NFD")])).toBe("personal");
  });
});

describe("accepted passwords", () => {
  test.for([
    "four words in a row",
    "five other words in a row",
    "tapir under seven lamps",
    "Xq7-vLp2-nWz9",
    "bicyclette rouge",
    "ọkọ ayọkẹlẹ mi pupa",
    "729483105562",
    "密码不是这么容易猜到的吧你说",
  ])("%s", (password) => {
    expect(passwordWeakness(password, ["Ada Obi", "ada@example.com"])).toBe(undefined);
  });
});

test("the meter grows with length and kinds of characters, and explains why it stays empty", () => {
  expect(passwordStrength("tapir")).toEqual({ score: 1, weakness: "too_short" });
  expect(passwordStrength("password12345")).toEqual({ score: 0, weakness: "common" });
  expect(passwordStrength("tapir lamp q")).toEqual({ score: 2, weakness: undefined });
  expect(passwordStrength("tapir lamp quil")).toEqual({ score: 2, weakness: undefined });
  expect(passwordStrength("Tapir lamp quil")).toEqual({ score: 3, weakness: undefined });
  expect(passwordStrength("tapir lamp 7uil")).toEqual({ score: 3, weakness: undefined });
  expect(passwordStrength("tapir lamp quilt")).toEqual({ score: 3, weakness: undefined });
  expect(passwordStrength("tapir lamp quilt se")).toEqual({ score: 3, weakness: undefined });
  expect(passwordStrength("tapir lamp quilt sea")).toEqual({ score: 4, weakness: undefined });
  expect(passwordStrength("tapir under seven lamps")).toEqual({ score: 4, weakness: undefined });
});
