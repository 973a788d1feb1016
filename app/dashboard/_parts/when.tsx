import { readerOf } from "@/app/dashboard/_words/reader";
import { wordsOf } from "@/app/dashboard/_words/words-of";

interface Props {
  at: Date | null;
  /** Text where there is no moment; "never" by default. */
  otherwise?: string;
}

/** Moment in the reader's format, in the time zone of their browser; a tooltip shows it in UTC, as logs have
 *  it. */
export async function When({ at, otherwise }: Props) {
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
