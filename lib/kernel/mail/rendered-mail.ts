/** What a message came to: both parts stand alone. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** An image that travels inside the message. */
export interface InlineImage {
  cid: string;
  contentType: string;
  content: Buffer;
}
