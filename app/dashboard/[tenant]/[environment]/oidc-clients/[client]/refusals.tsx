import Link from "next/link";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Empty } from "@/app/dashboard/_parts/empty";
import { When } from "@/app/dashboard/_parts/when";
import type { RefusalCause, RefusedAuthorization } from "@/lib/oidc/clients/refused-authorization";

interface Props {
  refusals: RefusedAuthorization[];
  /** Where the client's settings are changed; null for who may not. */
  editPath: string | null;
  /** Where denied access is listed. */
  deniedPath: string;
}

const numbers = new Intl.NumberFormat("en");

const names: Record<RefusalCause, string> = {
  address: "Address",
  parameters: "Request",
  access: "Access",
  person: "Person",
};

/** What authorizations of this client were refused for, and what to change. */
export function Refusals(props: Props) {
  const { refusals } = props;
  return (
    <section aria-labelledby="refusals" className="space-y-4">
      <h2 id="refusals" className="text-lg font-semibold">
        Refused authorizations
      </h2>
      {refusals.length === 0 ? (
        <Empty title="None lately">
          When an authorization of this client is refused, the reason and what to change are shown
          here for thirty days.
        </Empty>
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
  return (
    <li className="space-y-2 rounded-xl border border-neutral-200 bg-white p-4 text-sm dark:border-neutral-800 dark:bg-neutral-900">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={cause === "person" ? "neutral" : "amber"}>{names[cause]}</Badge>
        <span className="font-mono text-[0.8rem] wrap-anywhere">{errorCode || error}</span>
      </p>
      {description && <p className="wrap-anywhere">{description}</p>}
      {redirectUri && <p className="font-mono text-[0.8rem] break-all">{redirectUri}</p>}
      <p className="text-neutral-700 dark:text-neutral-300">
        <Advice refusal={refusal} {...props} />
      </p>
      <p className="text-neutral-600 dark:text-neutral-400">
        {times === 1 ? "Once, " : `${numbers.format(times)} times, last `}
        <When at={lastAt} />
        {times > 1 && (
          <>
            , first <When at={firstAt} />
          </>
        )}
      </p>
    </li>
  );
}

interface AdviceProps extends Omit<Props, "refusals"> {
  refusal: RefusedAuthorization;
}

/** What to change so that it is not refused again. */
function Advice({ refusal, editPath, deniedPath }: AdviceProps) {
  switch (refusal.cause) {
    case "address":
      return (
        <>
          If the app is yours,{" "}
          {editPath ? (
            <Linked href={editPath}>register this address</Linked>
          ) : (
            "register this address"
          )}{" "}
          to the letter, or have the app send one that is registered. Anybody can send a wrong
          address: one that you do not know needs nothing.
        </>
      );
    case "parameters":
      return <>Change the request that the app sends. The set-ups above send it right.</>;
    case "access":
      return (
        <>
          The user was signed in, and the app’s access rules kept them out. See{" "}
          <TextLink href={deniedPath}>who was denied</TextLink>; the user’s page explains their
          access.
        </>
      );
    case "person":
      return <>The person declined or may not sign in. The client needs no change.</>;
  }
}

function Linked({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
