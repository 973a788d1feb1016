import { Row } from "@/app/(hosted)/account-security/section";
import { authenticatorName } from "@/lib/core/factors/authenticator-names";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { now } from "@/lib/kernel/clock";

interface Props {
  look: PageLook;
  factor: OwnedFactor;
  action: string;
}

/** A passkey or an authenticator app, and the button that removes it. */
export function FactorRow({ look, factor, action }: Props) {
  const { t, format } = look;
  const { id, type, name, createdAt, lastUsedAt } = factor;
  const ago = (at: Date) => format.relativeTime(at, now());
  return (
    <Row
      name={name}
      facts={[
        t(`security.factors.${type}`),
        ...passkeyFacts(look, factor),
        t("security.factors.added", { time: ago(createdAt) }),
        lastUsedAt
          ? t("security.lastUsed", { time: ago(lastUsedAt) })
          : t("security.factors.neverUsed"),
      ]}
    >
      <Form action={action} hidden={{ factor: id }}>
        <SubmitButton look="quiet" label={t("security.factors.removeLabel", { name })}>
          {t("security.factors.remove")}
        </SubmitButton>
      </Form>
    </Row>
  );
}

/** Facts about a passkey's storage, as far as its name does not include them. */
function passkeyFacts({ t }: PageLook, { type, name, aaguid, backedUp }: OwnedFactor) {
  if (type !== "passkey") return [];
  const maker = authenticatorName(aaguid ?? "");
  return [
    maker && maker !== name && t("security.factors.keptIn", { maker }),
    t(backedUp ? "security.factors.synced" : "security.factors.oneDevice"),
  ];
}
