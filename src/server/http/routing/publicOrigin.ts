import type { FastifyRequest } from 'fastify';
import type { Services } from '../../services/services.ts';

/**
 * The address at which browsers reach the server, without a slash at the end: PUBLIC_URL, else the
 * one of this request.
 */
export function publicOrigin({ publicUrl }: Pick<Services, 'publicUrl'>, request: FastifyRequest): string {
	return publicUrl || `${request.protocol}://${request.host}`;
}
