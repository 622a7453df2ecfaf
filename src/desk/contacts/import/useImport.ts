import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { ImportPreview, ImportReport } from '#protocol/application/contactRoutes.ts';
import { isAborted, RequestError } from '#client/rest.ts';
import { importContacts, previewImport } from './importContacts.ts';
import { guessColumns } from './useImportFields.ts';

type ImportProblem = 'no-table' | 'unreachable' | 'broken-off' | 'failed';

interface Import {
	file: File | undefined;
	/** Name by which each column is read; undefined until the file has been read. */
	columns: readonly string[] | undefined;
	preview: ImportPreview | undefined;
	/** What is being done. */
	busy: 'reading' | 'importing' | undefined;
	/** Lines that are done, and all. */
	progress: readonly [done: number, all: number];
	problem: ImportProblem | undefined;
	report: ImportReport | undefined;
}

const NOTHING: Import = {
	file: undefined,
	columns: undefined,
	preview: undefined,
	busy: undefined,
	progress: [0, 0],
	problem: undefined,
	report: undefined,
};

/** An import from the choice of the file to its report. What was chosen stays where it fails. */
export function useImport(fields: ReadonlyMap<string, string>, onImported: () => void) {
	const [state, setState] = useState(NOTHING);
	const preview = useSetAtom(previewImport);
	const run = useSetAtom(importContacts);
	const current = useRef(new AbortController());
	useEffect(() => () => current.current.abort(), []);
	const change = (facts: Partial<Import>) => setState((before) => ({ ...before, ...facts }));

	/** Does it in place of what is being done. */
	const attempt = async (busy: Import['busy'], act: (signal: AbortSignal) => Promise<Partial<Import>>) => {
		current.current.abort();
		current.current = new AbortController();
		change({ busy, problem: undefined, progress: [0, 0] });
		try {
			change({ ...(await act(current.current.signal)), busy: undefined });
		} catch (error) {
			if (!isAborted(error)) change({ problem: problemOf(error, busy), busy: undefined });
		}
	};

	const read = (file: File, columns: readonly string[] | undefined) =>
		attempt('reading', async (signal) => {
			const found = await preview(file, columns, signal);
			if (columns) return { preview: found };
			const guessed = guessColumns(found.headings, found.columns, fields);
			return { columns: guessed, preview: await preview(file, guessed, signal) };
		});

	return {
		...state,
		choose: (file: File) => {
			setState({ ...NOTHING, file });
			void read(file, undefined);
		},
		readAgain: () => state.file && void read(state.file, state.columns),
		map: (index: number, column: string) => {
			const columns = state.columns?.with(index, column);
			change({ columns });
			if (state.file) void read(state.file, columns);
		},
		begin: () =>
			void attempt('importing', async (signal) => {
				const { file, columns } = state;
				if (!file || !columns) return {};
				const report = await run(file, columns, (done, all) => change({ progress: [done, all] }), signal);
				onImported();
				return { report };
			}),
	};
}

function problemOf(error: unknown, busy: Import['busy']): ImportProblem {
	const status = error instanceof RequestError ? error.status : undefined;
	if (status === undefined) return busy === 'importing' ? 'broken-off' : 'unreachable';
	return status === 422 || status === 413 ? 'no-table' : 'failed';
}
