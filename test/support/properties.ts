import fc from 'fast-check';

// Every run of a suite tries the same values, so a failure is reproduced by running its test file again. It prints the seed and the path
// of its counterexample; `seed` in the parameters of `fc.assert` tries other values.
fc.configureGlobal({ seed: 20_260_105 });

export default fc;
