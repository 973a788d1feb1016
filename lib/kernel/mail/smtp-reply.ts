/** A mail server's reply to a command, from nodemailer's error. */
export interface SmtpReply {
  /** The three digits; null when there was no reply. */
  code: number | null;
  /** The whole text, with the enhanced status code (RFC 3463) if it has one. */
  text: string;
  /** The command that it answers, such as `RCPT TO`. */
  command: string;
}

/** The part that has to change before the message can go: none (a temporary fault, which passes),
 *  `service` (this installation: its login, its sender's address, TLS), or `message` (the recipient, or
 *  the content). */
export type Fault = "nobody" | "service" | "message";

/** The commands of one message (RFC 5321, 3.3); all others concern the connection and its login. */
const OF_THE_MESSAGE = ["MAIL FROM", "RCPT TO", "DATA"];
/** Authentication is required, too weak, wrong, or needs encryption (RFC 4954, 6). */
const ABOUT_LOGIN = [530, 534, 535, 538];

/** Classifies the fault of a failed attempt. The class of a reply says that it is permanent; its enhanced
 *  code says about what. Only a fault of the message ends it: all others may pass, or wait for the
 *  operator. */
export function faultOf({ code, text, command }: SmtpReply): Fault {
  if (code === null || code < 500) return "nobody";
  if (!OF_THE_MESSAGE.includes(command) || ABOUT_LOGIN.includes(code)) return "service";
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? [];
  // The sender's address: its syntax, its system, its null MX (RFC 3463, 3.2; RFC 7505, 4.2).
  if (subject === "1" && ["7", "8"].includes(detail ?? "")) return "service";
  if (subject === "7" && detail === "27") return "service";
  if (command !== "MAIL FROM") return "message";
  // At this command the server knows only the sender and the size of the message (RFC 1870).
  const isAboutMessage =
    subject === "2" || subject === "6" || code === 552 || `${subject}.${detail}` === "3.4";
  return isAboutMessage ? "message" : "service";
}
