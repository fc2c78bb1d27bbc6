export function raiseFigures(text: string, place: string): string;
