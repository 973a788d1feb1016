import type { FactorMethod, FactorType } from "@/lib/core/factors/factor";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";

/** Proof that a sign-in or a step-up has shown. `outside` is the claim of another identity provider:
 *  nothing of it is a factor of the user's own. */
export type Proof = "password" | "mailed_link" | FactorMethod | "outside";

/** Method by which a user proves who they are, at a sign-in or in a session. */
export type ProofMethod = "password" | FactorMethod;

/** Facts that decide which proof a user must show, read for one plane at one moment. */
export interface FactorFacts {
  policy: Pick<SecurityPolicy, "loginOtp" | "allowedFactors" | "emailOtpBesideFactors">;
  /** Types of all factors of the user, on any plane. */
  owned: readonly FactorType[];
  /** Types of the factors that can be used on this plane: a passkey where its relying party fits, an app
   *  everywhere. */
  usable: readonly FactorType[];
  recoveryCodesLeft: number;
  /** Types of the factors that can be added on this plane, regardless of the policy. */
  addable: readonly FactorType[];
  /** Whether the grace period has ended in which a user without a factor that counts signs in with the
   *  methods they have. */
  graceIsOver: boolean;
}

/** The operation that requires a proof. `add_at_sign_in` adds a factor that a sign-in requires, or that is
 *  offered at its end; `change_factors` adds, removes or renews one in a session; `step_up` is any other
 *  dangerous operation. */
export type Occasion = "sign_in" | "add_at_sign_in" | "change_factors" | "step_up";

export interface Shown {
  proofs: readonly Proof[];
  /** The methods that made the trusted device whose token was presented; null where there is none. */
  device?: readonly FactorMethod[] | null;
}

/** The decision. `show`: one of the methods, strongest first. `enrol`: one of the factors must be added.
 *  `refuse`: no method that is available on this plane is accepted. */
export type Answer =
  | { answer: "grant" }
  | { answer: "show"; methods: ProofMethod[] }
  | { answer: "enrol"; methods: FactorType[] }
  | { answer: "refuse" };

/** Decides which proof a user must show, on this plane, now. Every flow uses this one decision.
 *
 *  - A user who has a factor shows one of their own, or a recovery code. A code by email does not replace
 *    it, except at a sign-in whose policy allows that explicitly.
 *  - When none of the user's factors counts on this plane, a code by email signs in if the policy lets it
 *    count. If not, the user shows what is their own and adds a factor.
 *  - The first factor is added after a code by email.
 *  - The mailbox never changes the factors of a user who has one. */
export function whatToShow(facts: FactorFacts, shown: Shown, occasion: Occasion): Answer {
  if (occasion === "sign_in") return atSignIn(facts, shown);
  const isAlone = facts.owned.length === 0;
  if (isAlone) {
    const first: ProofMethod[] = occasion === "add_at_sign_in" ? ["email_otp"] : anyProof;
    const isOutside = occasion !== "add_at_sign_in" && shown.proofs.includes("outside");
    return isOutside ? granted : grantedBy(first, first, shown);
  }
  const { ways, proves } = ownProof(facts, strongestOf(facts));
  const isLent = occasion === "step_up" && facts.usable.length === 0 && takesMail(facts);
  const lent = isLent ? anyProof : [];
  return grantedBy([...proves, ...lent], [...ways, ...lent], shown);
}

/** Whether a sign-in of any user requires only the password. */
export function asksForPasswordAlone({ loginOtp }: Pick<SecurityPolicy, "loginOtp">): boolean {
  return loginOtp === "never";
}

/** Whether a user has no factor that the policy lets count, on any plane: only then does the grace period
 *  run. */
export function isInGrace({ policy, owned }: Pick<FactorFacts, "policy" | "owned">): boolean {
  const { allowedFactors } = policy;
  return !allowedFactors.some((one) => one === "email_otp" || owned.includes(one));
}

const granted: Answer = { answer: "grant" };
const anyProof: ProofMethod[] = ["password", "email_otp"];
const strongestFirst = ["passkey", "totp"] as const;

const takesMail = ({ policy }: Pick<FactorFacts, "policy">) =>
  policy.allowedFactors.includes("email_otp");

/** @param proving the methods that would be accepted; `ways` are those that can be requested now */
function grantedBy(
  proving: readonly ProofMethod[],
  ways: readonly ProofMethod[],
  { proofs }: Shown,
): Answer {
  if (proving.some((method) => proofs.includes(method))) return granted;
  return ways.length > 0 ? { answer: "show", methods: [...ways] } : { answer: "refuse" };
}

/** Returns the methods that are accepted, with the recovery codes of a user who has a factor. A recovery
 *  code that was shown is spent, and still proves.
 *  @param among the other methods that are accepted */
function ownProof(
  { owned, recoveryCodesLeft }: FactorFacts,
  among: readonly ProofMethod[],
): { ways: ProofMethod[]; proves: ProofMethod[] } {
  const recovery: ProofMethod[] = owned.length > 0 ? ["recovery_code"] : [];
  const left = recoveryCodesLeft > 0 ? recovery : [];
  return { ways: [...among, ...left], proves: [...among, ...recovery] };
}

/** The usable factors that the policy lets count; where it counts none of them, all that are usable. */
function strongestOf(facts: FactorFacts): FactorType[] {
  const counted = countedOf(facts);
  return counted.length > 0 ? counted : strongestFirst.filter((one) => facts.usable.includes(one));
}

const countedOf = ({ policy, usable }: FactorFacts): FactorType[] =>
  strongestFirst.filter((one) => usable.includes(one) && policy.allowedFactors.includes(one));

function atSignIn(facts: FactorFacts, { proofs, device = null }: Shown): Answer {
  const { policy, owned, graceIsOver } = facts;
  const completing = completed(facts);
  if (!proofs.includes("password"))
    return proofs.includes("passkey") && countedOf(facts).includes("passkey")
      ? granted
      : { answer: "refuse" };
  if (asksForPasswordAlone(policy)) return granted;
  // An attacker who reads the mailbox can set the password as well: the link proves both only for a user who
  // has no factor.
  if (proofs.includes("mailed_link") && owned.length === 0 && takesMail(facts)) return granted;
  const isTrusted = device?.some((method) => completing.proves.includes(method)) ?? false;
  if (isTrusted && policy.loginOtp === "untrusted_device") return granted;
  if (completing.proves.length > 0)
    return grantedBy(completing.proves, completing.ways, { proofs });
  const before = beforeAdding(facts);
  const first = grantedBy(before.proves, before.ways, { proofs });
  if (isInGrace(facts) && !graceIsOver) return first;
  const addable = facts.addable.filter((one) => policy.allowedFactors.includes(one));
  if (addable.length === 0) return { answer: "refuse" };
  return first.answer === "grant" ? { answer: "enrol", methods: addable } : first;
}

/** Returns the methods that complete a sign-in; none when a factor must be added. */
function completed(facts: FactorFacts): ReturnType<typeof ownProof> {
  const counted = countedOf(facts);
  if (counted.length === 0 && !takesMail(facts)) return { ways: [], proves: [] };
  const isMailed = takesMail(facts) && (counted.length === 0 || facts.policy.emailOtpBesideFactors);
  return ownProof(facts, isMailed ? [...counted, "email_otp"] : counted);
}

/** Returns the methods a user shows besides the password before adding a factor: their own, or the mailbox
 *  for the first factor. */
function beforeAdding(facts: FactorFacts): ReturnType<typeof ownProof> {
  if (facts.owned.length > 0) return ownProof(facts, strongestOf(facts));
  return { ways: ["email_otp"], proves: ["email_otp"] };
}
