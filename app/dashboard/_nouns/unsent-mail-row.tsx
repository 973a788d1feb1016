import type { ReactNode } from "react";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { UnsentMail } from "@/lib/core/platform/unsent-mail";
import { now } from "@/lib/kernel/clock";
import type { UnsentOfTenant } from "@/lib/kernel/mail/unsent-mail-store";

interface Props {
  mail: UnsentMail | UnsentMail<UnsentOfTenant>;
  t: Translator<"operator">;
}

/** Row of an unsent message. */
export function UnsentMailRow({ mail, t }: Props) {
  const { createdAt, recipient, attempts, lastError } = mail;
  return (
    <tr>
      <td className="min-w-40">
        <p className="font-semibold">{templateName(mail.template, t)}</p>
        <Beside>
          <When at={createdAt} />
        </Beside>
      </td>
      {"tenantName" in mail && <OfTenant mail={mail} />}
      <td className="wrap-anywhere">
        <bdi>{recipient}</bdi>
      </td>
      <td className="tabular-nums">{attempts}</td>
      <td className="min-w-40 wrap-anywhere">
        {lastError ? <bdi lang="en">{lastError}</bdi> : t("mail.noError")}
      </td>
      <td>
        <NextAttempt mail={mail} t={t} />
      </td>
    </tr>
  );
}

function OfTenant({ mail }: { mail: UnsentOfTenant }) {
  const { tenantName, tenantPublicId, environmentKey } = mail;
  return (
    <td className="wrap-anywhere">
      {tenantPublicId ? (
        <TextLink href={`/dashboard/operator/tenants/${tenantPublicId}`}>{tenantName}</TextLink>
      ) : (
        tenantName
      )}
      <Beside>{environmentKey}</Beside>
    </td>
  );
}

function NextAttempt({ mail: { status, nextAttemptAt: next }, t }: Props) {
  if (status === "failed") return <Badge tone="red">{t("mail.failed")}</Badge>;
  return next && next > now() ? <When at={next} /> : t("mail.soon");
}

function Beside({ children }: { children: ReactNode }) {
  return <p className="text-neutral-600 dark:text-neutral-400">{children}</p>;
}

type Template = keyof Catalog["operator"]["mail"]["template"];

/** Returns a template's name for people; the raw name when it is of another version of the service. */
function templateName(template: string, t: Translator<"operator">): string {
  return t.has(`mail.template.${template as Template}`)
    ? t(`mail.template.${template as Template}`)
    : template;
}
