/**
 * Returns the address of a service with a path appended, for a base with or without a final slash.
 *
 * @throws TypeError for anything but an http or https URL, and for a URL with credentials, which messages would show
 */
export function serviceUrl(base: string | URL, path: string): URL {
  let url: URL;
  try {
    url = new URL(base);
  } catch {
    throw new TypeError(
      "The url of a search service must be an absolute URL, such as http://localhost:8888.",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(
      `The url of a search service must start with http:// or https://, not ${url.protocol}//.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      "The url of a search service must hold no user name or password. Use the option headers.",
    );
  }
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${path}`;
  return url;
}

/** Validates a key for use in a header. Throws a `TypeError` for one that is empty or has line ends. */
export function headerKey(apiKey: string, where: string): string {
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError(`apiKey must be the API key of ${where}, without spaces.`);
  }
  return apiKey;
}
