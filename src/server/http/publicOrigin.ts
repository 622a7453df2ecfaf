import type { FastifyRequest } from 'fastify';
import type { Services } from '../services/services.ts';

/** Where browsers reach the server, without a slash at the end: as it is set, else as this request came. */
export function publicOrigin({ publicUrl }: Pick<Services, 'publicUrl'>, request: FastifyRequest): string {
	return publicUrl || `${request.protocol}://${request.host}`;
}
