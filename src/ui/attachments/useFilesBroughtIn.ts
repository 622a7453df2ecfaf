import { useEffect, useEffectEvent, useState } from 'react';

/** Files that are pasted or dropped anywhere on the page. Answers whether some hover over it. */
export function useFilesBroughtIn(onFiles: (files: File[]) => void): boolean {
	const [isHovered, setIsHovered] = useState(false);

	const take = useEffectEvent((files: FileList) => {
		onFiles([...files]);
	});

	useEffect(() => {
		// The pointer enters an element before it leaves the one before.
		let depth = 0;
		const controller = new AbortController();
		const { signal } = controller;
		const on = <T extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
			type: T,
			handle: (event: DragEvent) => void,
		) => document.addEventListener(type, (event) => hasFiles(event.dataTransfer) && handle(event), { signal });

		on('dragenter', () => {
			depth += 1;
			setIsHovered(true);
		});
		on('dragleave', () => {
			depth -= 1;
			if (depth === 0) setIsHovered(false);
		});
		on('dragover', (event) => {
			event.preventDefault();
			if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
		});
		on('drop', (event) => {
			// The browser would leave the chat and open the file.
			event.preventDefault();
			depth = 0;
			setIsHovered(false);
			if (event.dataTransfer) take(event.dataTransfer.files);
		});
		const paste = (event: ClipboardEvent) => {
			const data = event.clipboardData;
			// Office programs put a picture of a text beside the text.
			if (!data || !hasFiles(data) || data.types.includes('text/plain')) return;
			event.preventDefault();
			take(data.files);
		};
		document.addEventListener('paste', paste, { signal });
		return () => controller.abort();
	}, []);

	return isHovered;
}

function hasFiles(data: DataTransfer | null): boolean {
	return data?.types.includes('Files') ?? false;
}
