import Link from "next/link";
import type { ReactNode } from "react";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { readerOf } from "@/app/dashboard/_words/reader";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";

/** Identifier in monospaced type: an id, a key. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="font-mono text-[0.85em] wrap-anywhere">
      {children}
    </bdi>
  );
}

/** Secondary text. */
export function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-neutral-600 dark:text-neutral-400">{children}</span>;
}

/** Identifiers beside each other; a text when there are none. */
export function Words({ words, none }: { words: readonly string[]; none: string }) {
  if (words.length === 0) return <Quiet>{none}</Quiet>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {words.map((word) => (
        <li
          key={word}
          className="rounded-md bg-neutral-100 px-2 py-0.5 font-mono text-xs break-all dark:bg-neutral-800"
        >
          {word}
        </li>
      ))}
    </ul>
  );
}

/** Link in running text or a table. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      // A name in letters of the other direction, or with digits before them, retains its own order.
      dir="auto"
      className="font-medium underline decoration-neutral-400 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/** Link to something that may not exist. */
export async function OptionalLink({ href, name }: { href: string; name: string | null }) {
  if (name !== null) return <TextLink href={href}>{name}</TextLink>;
  const { t } = await wordsOf("frame");
  return <Quiet>{t("nouns.none")}</Quiet>;
}

export interface NameCellProps {
  href: string;
  name: string;
  /** Smaller line below the name. */
  below?: ReactNode;
  beside?: ReactNode;
}

/** First cell of a row: the row's name, with a smaller line below. It has a minimum width where the table has
 *  to scroll. */
export function NameCell({ href, name, below, beside }: NameCellProps) {
  return (
    <td className="min-w-52 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2">
        <TextLink href={href}>{name}</TextLink>
        {beside}
      </span>
      {below && (
        <span className="block">
          <Quiet>{below}</Quiet>
        </span>
      )}
    </td>
  );
}

const statusTones = {
  active: "green",
  disabled: "red",
  suspended: "red",
  inactive: "amber",
} as const;

/** Status of a thing, in the reader's language. */
export async function StatusBadge({ status }: { status: keyof typeof statusTones }) {
  const { t } = await wordsOf("frame");
  return <Badge tone={statusTones[status]}>{t(`nouns.status.${status}`)}</Badge>;
}

/** Link to all events of the audit log about one thing. */
export async function AuditLink({ place, target }: { place: Place; target: string }) {
  const { t } = await wordsOf("frame");
  return (
    <span className="text-sm">
      <TextLink href={withValues(placePath(place, "audit"), { target })}>
        {t("nouns.inAuditLog")}
      </TextLink>
    </span>
  );
}

interface WhenProps {
  at: Date | null;
  /** Text where there is no moment; "never" by default. */
  otherwise?: string;
}

/** Moment in the reader's format, in the time zone of their browser; a tooltip shows it in UTC, as logs have
 *  it. */
export async function When({ at, otherwise }: WhenProps) {
  const { t, format } = await wordsOf("frame");
  if (!at) return <>{otherwise ?? t("parts.never")}</>;
  const { timeZone } = await readerOf();
  const utc = `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return (
    <time dateTime={at.toISOString()} title={utc}>
      {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
      {timeZone === "UTC" && " UTC"}
    </time>
  );
}
