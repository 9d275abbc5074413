import { Alert, Text } from '@mantine/core';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

const shown = 20;

/** Why pasted lines are not added: what is wrong in which, or else the error. */
export const LineProblems = ({ problems, error }: { problems: readonly string[]; error: unknown }) =>
  problems.length > 0 ? (
    <Alert color="red" variant="outline" role="alert">
      {problems.slice(0, shown).map((problem) => (
        <Text key={problem} size="sm" className="muster-breaks">
          {problem}
        </Text>
      ))}
    </Alert>
  ) : error === null ? null : (
    <OrganiserProblem error={error} />
  );
