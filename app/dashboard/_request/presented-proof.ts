import { cookies } from "next/headers";
import { CHALLENGE_COOKIE } from "@/app/dashboard/_request/proof-challenge-cookie";
import type { StepUpProof } from "@/lib/core/account-security/reverify-session";
import type { DashboardProof } from "@/lib/core/administrators/live-administrator";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { plainCode } from "@/lib/core/one-time-codes/typed-code";

/** Proof in a form of the dashboard. */
export type PresentedProof = Extract<StepUpProof, { method: DashboardProof }>;

/** Returns the proof in a form. */
export async function presentedProof(form: FormData): Promise<PresentedProof | null> {
  const password = textIn(form, "proof-password");
  if (password !== null) return { method: "password", password };
  const app = textIn(form, "proof-app");
  if (app !== null) return { method: "totp", code: plainCode(app) };
  const code = textIn(form, "proof-code");
  if (code !== null) {
    const challengeToken = (await cookies()).get(CHALLENGE_COOKIE)?.value ?? null;
    return { method: "email_otp", code: plainCode(code), challengeToken };
  }
  return passkeyIn(form);
}

/** Parses a passkey's answer; a malformed one is no proof. */
function passkeyIn(form: FormData): PresentedProof | null {
  const [token, answer] = [textIn(form, "proof-token"), textIn(form, "proof-passkey")];
  if (!token || !answer) return null;
  try {
    const response = PasskeyAuthenticationResponse.parse(JSON.parse(answer));
    return { method: "passkey", token, response };
  } catch {
    return null;
  }
}

function textIn(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === "string" ? value : null;
}
