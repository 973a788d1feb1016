import { SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  /** Label of the button that allows. */
  allow: string;
  /** Whether a user is signed in, who may not be the one that is meant. */
  offersOther: boolean;
}

/** Buttons that answer a client's request: denying is as easy as allowing. */
export function DenyOrAllow({ look: { t }, allow, offersOther }: Props) {
  return (
    <>
      <div className="pair">
        <SubmitButton look="quiet" name="answer" value="deny" className="full">
          {t("consent.deny")}
        </SubmitButton>
        <SubmitButton name="answer" value="allow">
          {allow}
        </SubmitButton>
      </div>
      {offersOther && (
        <p className="centred">
          <SubmitButton look="link" name="answer" value="other">
            {t("code.other")}
          </SubmitButton>
        </p>
      )}
    </>
  );
}
