/**
 * Ends with 0 while the server in this container answers, else with 1: an image as small as this
 * has no curl.
 */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`, {
	signal: AbortSignal.timeout(2_500),
}).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
