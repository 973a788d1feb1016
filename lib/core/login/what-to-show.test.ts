import { describe, expect, test } from "vitest";
import type { FactorMethod, FactorType } from "@/lib/core/factors/factor";
import {
  type Answer,
  type FactorFacts,
  isInGrace,
  type Occasion,
  type Proof,
  type Shown,
  whatToShow,
} from "@/lib/core/login/what-to-show";
import type { AllowedFactor, LoginOtp } from "@/lib/core/security-policy/security-policy";

// Every combination of policy, factors, plane and proof, against the rules as the contract states them. No
// rule depends on how the decision is made: each states what must never, or must always, result from a row.

const allowances: AllowedFactor[][] = [
  ["email_otp", "totp", "passkey"],
  ["email_otp"],
  ["email_otp", "totp"],
  ["email_otp", "passkey"],
  ["totp", "passkey"],
  ["totp"],
  ["passkey"],
];
/** The factors of a user, and those of them that this plane can use. */
const possessions: [owned: FactorType[], usable: FactorType[]][] = [
  [[], []],
  [["totp"], ["totp"]],
  [["passkey"], ["passkey"]],
  [["passkey"], []],
  [
    ["totp", "passkey"],
    ["totp", "passkey"],
  ],
  [["totp", "passkey"], ["totp"]],
];
const shownBefore: Proof[][] = [
  [],
  ["password"],
  ["outside"],
  ["email_otp"],
  ["passkey"],
  ["password", "mailed_link"],
  ["password", "email_otp"],
  ["password", "mailed_link", "email_otp"],
  ["password", "totp"],
  ["password", "passkey"],
  ["password", "recovery_code"],
];
const devices: (FactorMethod[] | null)[] = [
  null,
  ["email_otp"],
  ["totp"],
  ["passkey"],
  ["recovery_code"],
];
const occasions: Occasion[] = ["sign_in", "add_at_sign_in", "change_factors", "step_up"];
const otps: LoginOtp[] = ["never", "untrusted_device", "always"];

interface Row {
  facts: FactorFacts;
  shown: Shown & { device: readonly FactorMethod[] | null };
  occasion: Occasion;
  answer: Answer;
}

function* combinations(): Generator<Row> {
  for (const allowedFactors of allowances)
    for (const emailOtpBesideFactors of [false, true])
      for (const loginOtp of otps)
        for (const [owned, usable] of possessions)
          for (const recoveryCodesLeft of owned.length > 0 ? [0, 9] : [0])
            for (const addable of [["totp"], ["totp", "passkey"]] as FactorType[][])
              for (const graceIsOver of [false, true])
                for (const proofs of shownBefore)
                  for (const occasion of occasions)
                    for (const device of occasion === "sign_in" ? devices : [null]) {
                      const policy = { loginOtp, allowedFactors, emailOtpBesideFactors };
                      const facts = {
                        ...{ policy, owned, usable, recoveryCodesLeft, addable, graceIsOver },
                      };
                      // Without a relying party no passkey is usable.
                      if (usable.includes("passkey") && !addable.includes("passkey")) continue;
                      const shown = { proofs, device };
                      yield { facts, shown, occasion, answer: whatToShow(facts, shown, occasion) };
                    }
}

const rows = [...combinations()];
const has = (row: Row, ...proofs: Proof[]) => proofs.some((one) => row.shown.proofs.includes(one));
const isOwner = (row: Row) => row.facts.owned.length > 0;
const grants = (row: Row) => row.answer.answer === "grant";
const methodsOf = ({ answer }: Row): readonly string[] =>
  answer.answer === "show" || answer.answer === "enrol" ? answer.methods : [];
const allows = ({ facts }: Row, one: AllowedFactor) => facts.policy.allowedFactors.includes(one);
const at = (...of: Occasion[]) => rows.filter(({ occasion }) => of.includes(occasion));
/** The user's factors that this plane can use and the policy lets count. */
const counted = (row: Row) => row.facts.usable.filter((one) => allows(row, one));

/** Asserts that no row breaks a rule. An empty selection would prove nothing. */
function never(some: Row[], breaks: (row: Row) => boolean): void {
  expect(some.length).toBeGreaterThan(10);
  expect(some.filter(breaks).slice(0, 3)).toEqual([]);
}
const always = (some: Row[], holds: (row: Row) => boolean) => never(some, (row) => !holds(row));

describe("the factors of a user who has one", () => {
  const changing = at("change_factors", "add_at_sign_in").filter(isOwner);

  test("are never changed by password, mailbox, mailed link, trusted device or an outside source", () => {
    const weak = changing.filter((row) => !has(row, "totp", "passkey", "recovery_code"));
    never(weak, grants);
    never(changing, (row) => methodsOf(row).some((one) => ["password", "email_otp"].includes(one)));
  });

  test("are changed by a recovery code, and by an own factor that counts", () => {
    always(
      changing.filter((row) => has(row, "recovery_code")),
      grants,
    );
    for (const type of ["totp", "passkey"] as const)
      always(
        changing.filter((row) => has(row, type) && counted(row).includes(type)),
        grants,
      );
  });

  test("are not changed by a factor that does not count while another of theirs does", () => {
    for (const type of ["totp", "passkey"] as const)
      never(
        changing.filter(
          (row) => has(row, type) && counted(row).length > 0 && !counted(row).includes(type),
        ),
        grants,
      );
  });
});

describe("the first factor", () => {
  const first = at("add_at_sign_in").filter((row) => !isOwner(row));

  test("is added at a sign-in after a mailed code, and after nothing else", () => {
    always(first, (row) => grants(row) === has(row, "email_otp"));
  });

  test("is added in a session that a password or a mailed code keeps fresh", () => {
    const inSession = at("change_factors").filter((row) => !isOwner(row));
    always(inSession, (row) => grants(row) === has(row, "password", "email_otp", "outside"));
  });
});

describe("a sign-in", () => {
  const signIns = at("sign_in");
  const asking = signIns.filter(({ facts }) => facts.policy.loginOtp !== "never");
  /** Nothing trusted, and one further proof at the most. */
  const typed = asking.filter(({ shown }) => shown.device === null);

  test("needs a password, or a passkey that counts on this plane", () => {
    never(
      signIns.filter((row) => !has(row, "password", "passkey")),
      grants,
    );
    const byKey = signIns.filter((row) => has(row, "passkey") && !has(row, "password"));
    always(byKey, (row) => grants(row) === counted(row).includes("passkey"));
  });

  test("requires nothing else when the policy never requires a code", () => {
    always(
      signIns.filter((row) => row.facts.policy.loginOtp === "never" && has(row, "password")),
      grants,
    );
  });

  test("is not completed by the mailbox when an own factor counts, unless the policy explicitly allows it", () => {
    const mailed = typed.filter((row) => !has(row, "totp", "passkey", "recovery_code"));
    const owners = mailed.filter((row) => counted(row).length > 0);
    never(
      owners.filter(({ facts }) => !facts.policy.emailOtpBesideFactors),
      (row) => grants(row) || methodsOf(row).includes("email_otp"),
    );
    always(
      owners.filter((row) => row.facts.policy.emailOtpBesideFactors && has(row, "password")),
      (row) => grants(row) === (has(row, "email_otp") && allows(row, "email_otp")),
    );
  });

  test("is completed by a mailed link only for a user who has no factor", () => {
    const linked = typed.filter((row) => has(row, "mailed_link") && !has(row, "email_otp"));
    always(linked, (row) => grants(row) === (!isOwner(row) && allows(row, "email_otp")));
  });

  test("is completed by a mailed code when no factor counts, if the policy allows one", () => {
    const without = typed.filter((row) => counted(row).length === 0 && allows(row, "email_otp"));
    always(
      without.filter((row) => has(row, "email_otp") && has(row, "password")),
      grants,
    );
    never(without, (row) => row.answer.answer === "enrol");
  });

  test("ends in adding a factor when none counts, after an own proof or, the first time, a mailed code", () => {
    const strict = typed.filter((row) => counted(row).length === 0 && !allows(row, "email_otp"));
    const over = strict.filter(({ facts }) => facts.graceIsOver || !isInGrace(facts));
    never(over, (row) => grants(row));
    const enrolling = over.filter((row) => row.answer.answer === "enrol");
    always(
      enrolling.filter((row) => !isOwner(row)),
      (row) => has(row, "email_otp"),
    );
    always(enrolling.filter(isOwner), (row) => has(row, "totp", "passkey", "recovery_code"));
    never(over.filter(isOwner), (row) => methodsOf(row).includes("email_otp"));
    // Days of grace are for users who have no factor that counts on any plane.
    never(
      strict.filter((row) => row.facts.owned.some((one) => allows(row, one))),
      grants,
    );
  });

  test("names only methods that are available on this plane", () => {
    always(
      asking.filter((row) => row.answer.answer === "show"),
      (row) =>
        methodsOf(row).length > 0 &&
        methodsOf(row).every(
          (one) =>
            one === "email_otp" ||
            (one === "recovery_code" && isOwner(row) && row.facts.recoveryCodesLeft > 0) ||
            row.facts.usable.some((type) => type === one),
        ),
    );
    always(
      asking.filter((row) => row.answer.answer === "enrol"),
      (row) =>
        methodsOf(row).length > 0 &&
        methodsOf(row).every((one) =>
          row.facts.addable.some((type) => type === one && allows(row, type)),
        ),
    );
  });

  test("is refused only when no method is accepted, or no password was shown", () => {
    const refused = asking.filter((row) => has(row, "password") && row.answer.answer === "refuse");
    always(
      refused,
      (row) =>
        counted(row).length === 0 &&
        !allows(row, "email_otp") &&
        (!row.facts.addable.some((one) => allows(row, one)) ||
          (row.facts.usable.length === 0 && row.facts.recoveryCodesLeft === 0)),
    );
  });

  test("accepts a trusted device while one of the methods that made it is accepted", () => {
    const trusted = asking.filter(
      (row) => row.shown.device !== null && row.shown.proofs.join() === "password",
    );
    never(
      trusted.filter(({ facts }) => facts.policy.loginOtp === "always"),
      grants,
    );
    const mailed = trusted.filter(({ shown }) => shown.device?.includes("email_otp"));
    never(
      mailed.filter(
        (row) =>
          !allows(row, "email_otp") ||
          (counted(row).length > 0 && !row.facts.policy.emailOtpBesideFactors),
      ),
      grants,
    );
    for (const type of ["totp", "passkey"] as const) {
      const made = trusted.filter(
        ({ facts, shown }) =>
          shown.device?.includes(type) && facts.policy.loginOtp === "untrusted_device",
      );
      always(made, (row) => grants(row) === counted(row).includes(type));
    }
  });
});

describe("a step-up for any other dangerous operation", () => {
  const stepUps = at("step_up");

  test("needs an own factor when one is usable, and never the mailbox, under any policy of sign-ins", () => {
    const owners = stepUps.filter(({ facts }) => facts.usable.length > 0);
    never(
      owners.filter((row) => !has(row, "totp", "passkey", "recovery_code")),
      grants,
    );
    never(owners, (row) => methodsOf(row).some((one) => ["password", "email_otp"].includes(one)));
  });

  test("uses the sign-in methods when no factor is usable here and the policy counts mailed codes", () => {
    const lent = stepUps.filter(
      (row) => isOwner(row) && row.facts.usable.length === 0 && allows(row, "email_otp"),
    );
    always(
      lent.filter((row) => has(row, "password", "email_otp")),
      grants,
    );
    const strict = stepUps.filter(
      (row) => isOwner(row) && row.facts.usable.length === 0 && !allows(row, "email_otp"),
    );
    never(
      strict.filter((row) => !has(row, "recovery_code", "passkey", "totp")),
      grants,
    );
  });

  test("accepts no claim of an external source as a factor", () => {
    never(
      stepUps.filter((row) => isOwner(row) && row.shown.proofs.join() === "outside"),
      grants,
    );
  });
});

describe("by example", () => {
  const policy = (allowedFactors: AllowedFactor[], beside = false) => ({
    loginOtp: "untrusted_device" as const,
    allowedFactors,
    emailOtpBesideFactors: beside,
  });
  const all: AllowedFactor[] = ["email_otp", "totp", "passkey"];
  const person = (facts: Partial<FactorFacts>): FactorFacts => ({
    ...{ policy: policy(all), owned: [], usable: [], recoveryCodesLeft: 0 },
    ...{ addable: ["totp", "passkey"], graceIsOver: true },
    ...facts,
  });
  const both = { owned: ["totp", "passkey"], usable: ["totp", "passkey"] } as const;
  const elsewhere = { owned: ["passkey"], usable: [], recoveryCodesLeft: 3 } as const;

  test.each<[string, Partial<FactorFacts>, Answer]>([
    ["nobody's factor", {}, { answer: "show", methods: ["email_otp"] }],
    [
      "both, with codes",
      { ...both, recoveryCodesLeft: 9 },
      { answer: "show", methods: ["passkey", "totp", "recovery_code"] },
    ],
    [
      "both, where a mailed code counts beside",
      { ...both, policy: policy(all, true) },
      { answer: "show", methods: ["passkey", "totp", "email_otp"] },
    ],
    [
      "a passkey of another plane",
      elsewhere,
      { answer: "show", methods: ["email_otp", "recovery_code"] },
    ],
    [
      "a passkey of another plane, where mailed codes don't count",
      { ...elsewhere, policy: policy(["passkey"]) },
      { answer: "show", methods: ["recovery_code"] },
    ],
    [
      "the same without codes",
      { ...elsewhere, recoveryCodesLeft: 0, policy: policy(["passkey"]) },
      { answer: "refuse" },
    ],
    [
      "an app that no longer counts",
      { owned: ["totp"], usable: ["totp"], policy: policy(["passkey"]) },
      { answer: "show", methods: ["totp"] },
    ],
    [
      "nothing, on a plane where nothing that counts can be added",
      { policy: policy(["passkey"]), addable: ["totp"] },
      { answer: "refuse" },
    ],
  ])("after the password, with %s", (_, facts, answer) => {
    expect(whatToShow(person(facts), { proofs: ["password"] }, "sign_in")).toEqual(answer);
  });

  test("the last recovery code continues the sign-in", () => {
    const facts = person({ ...elsewhere, recoveryCodesLeft: 0, policy: policy(["passkey"]) });
    const shown = { proofs: ["password", "recovery_code"] } as const;
    expect(whatToShow(facts, shown, "sign_in")).toEqual({ answer: "enrol", methods: ["passkey"] });
  });
});
