import Link from "next/link";
import type { ReactNode } from "react";
import { Badge, Empty } from "@/app/dashboard/_parts/blocks";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { RefusedAuthorization } from "@/lib/core/oidc-clients/refused-authorization";

interface Props {
  refusals: RefusedAuthorization[];
  /** Page that changes the client's settings; null for a reader who may not. */
  editPath: string | null;
  /** Page that lists denied access. */
  deniedPath: string;
  t: Translator<"connections">;
}

/** Reasons for which authorizations of this client were refused, each with its remedy. */
export function Refusals(props: Props) {
  const { refusals, t } = props;
  return (
    <section aria-labelledby="refusals" className="space-y-4">
      <h2 id="refusals" className="text-lg font-semibold">
        {t("clients.refusals.title")}
      </h2>
      {refusals.length === 0 ? (
        <Empty title={t("clients.refusals.empty")}>{t("clients.refusals.emptyAbout")}</Empty>
      ) : (
        <ul className="space-y-3">
          {refusals.map((refusal) => (
            <Refusal key={refusal.id} refusal={refusal} {...props} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Refusal({
  refusal,
  ...props
}: Omit<Props, "refusals"> & { refusal: RefusedAuthorization }) {
  const { cause, error, errorCode, description, redirectUri, times, firstAt, lastAt } = refusal;
  const { t } = props;
  return (
    <li className="space-y-2 rounded-xl border border-neutral-200 bg-white p-4 text-sm dark:border-neutral-800 dark:bg-neutral-900">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={cause === "person" ? "neutral" : "amber"}>
          {t(`clients.refusals.cause.${cause}`)}
        </Badge>
        <span className="font-mono text-[0.8rem] wrap-anywhere">{errorCode || error}</span>
      </p>
      {description && <p className="wrap-anywhere">{description}</p>}
      {redirectUri && (
        <p className="font-mono text-[0.8rem] break-all">
          <bdi>{redirectUri}</bdi>
        </p>
      )}
      <p className="text-neutral-700 dark:text-neutral-300">
        <Advice refusal={refusal} {...props} />
      </p>
      <p className="text-neutral-600 dark:text-neutral-400">
        {t.rich("clients.refusals.times", {
          times,
          last: () => <When at={lastAt} />,
          first: () => <When at={firstAt} />,
        })}
      </p>
    </li>
  );
}

interface AdviceProps extends Omit<Props, "refusals"> {
  refusal: RefusedAuthorization;
}

/** Remedy for a refusal. */
function Advice({ refusal, editPath, deniedPath, t }: AdviceProps) {
  const { cause } = refusal;
  if (cause === "address")
    return t.rich("clients.refusals.advice.address", {
      register: (chunks) => (editPath ? <Linked href={editPath}>{chunks}</Linked> : chunks),
    });
  if (cause === "access")
    return t.rich("clients.refusals.advice.access", {
      denied: (chunks) => <TextLink href={deniedPath}>{chunks}</TextLink>,
    });
  return t(`clients.refusals.advice.${cause}`);
}

function Linked({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
