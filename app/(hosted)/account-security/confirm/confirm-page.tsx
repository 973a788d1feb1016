import { pageAt } from "@/app/(hosted)/_place/place";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { CancelLink } from "@/app/(hosted)/account-security/cancel-link";
import { offeredProofs } from "@/app/(hosted)/account-security/confirm/offered-proofs";
import { ProofForm, type ProofRefusal } from "@/app/(hosted)/account-security/confirm/proof-form";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { AwaitedProof, ProtectedAction } from "@/app/(hosted)/account-security/wanted";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { refusalOf } from "@/lib/core/oidc/pages/problem";

interface Shown {
  /** Name of the awaited proof. */
  id: string;
  awaited: AwaitedProof;
  /** Method that the reader chose; the strongest one unless it is a known method. */
  by: string;
  refusal?: ProofRefusal | undefined;
}

/** Asks for a fresh proof of who is signed in, strongest method first. */
export async function confirmPage(visit: Visit, own: OwnAccount, shown: Shown): Promise<Response> {
  const { id, awaited, by, refusal } = shown;
  const look = lookOfForm(visit, own.branding);
  const { t } = look;
  const { methods, passkey, email, problem } = await offeredProofs(own, awaited.wanted);
  const method = methods.find((one) => one === by) ?? methods[0] ?? null;
  const others = methods.filter((one) => one !== method);
  const refused = refusal ?? (problem && { problem });
  return pageResponse(look, {
    title: t("confirm.title"),
    intro: introOf(look, awaited.wanted),
    ...(refused && refusalOf(refused.problem)),
    private: true,
    content: (
      <div className="stack">
        <ProofForm
          look={look}
          method={method}
          passkey={passkey}
          email={email}
          code={awaited.code}
          refusal={refused}
        />
        <OtherWays look={look} own={own} id={id} methods={others} />
        <CancelLink look={look} own={own} />
      </div>
    ),
  });
}

function introOf({ t }: PageLook, action: ProtectedAction): string {
  if (action.to === "remove") return t("confirm.remove", { name: action.name });
  if (action.to === "letDeviceIn") return t("confirm.letDeviceIn", { client: action.client });
  return t(`confirm.${action.to}`);
}

interface Ways {
  look: PageLook;
  own: OwnAccount;
  id: string;
  methods: readonly ProofMethod[];
}

function OtherWays({ look: { t }, own: { place }, id, methods }: Ways) {
  if (methods.length === 0) return null;
  return (
    <ul className="centred" aria-label={t("confirm.others")}>
      {methods.map((by) => (
        <li key={by}>
          <a href={pageAt("/account-security/confirm", place, { for: id, by })} className="link">
            {t(`confirm.by.${by}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
