/** Search result, and its page. */
export interface Found {
  href: string;
  name: string;
  detail?: string;
  /** Value that a field takes when this is picked. */
  value?: string;
}

/** Search results of one kind. */
export interface FoundGroup {
  name: string;
  items: Found[];
  /** Page that lists more of the kind, when there may be more. */
  more?: string;
}
