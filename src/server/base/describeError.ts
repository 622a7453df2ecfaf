/**
 * One line for the operator. Node bundles failed connections, one for each address it tried, in an
 * error without a message.
 */
export function describeError(error: unknown): string {
	if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
	return error instanceof Error ? error.message : String(error);
}
