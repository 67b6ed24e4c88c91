"""Names that programs seldom call, for calls.py: those of torch, of tensors and of the modules below torch that the prelude has,
but for what changes torch's own state, shows memory that nobody has written, or is about other devices."""

FUNCTIONS = """abs_ acos acos_ acosh acosh_ adaptive_avg_pool1d adaptive_max_pool1d addbmm addmv addmv_ adjoint alias_copy alpha_dropout
arccos_ arccosh arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan2 arctan_ arctanh arctanh_ argwhere as_tensor asin_
asinh asinh_ atan atan_ atanh atanh_ atleast_1d atleast_2d atleast_3d avg_pool1d bartlett_window batch_norm bernoulli
bilinear binary_cross_entropy_with_logits bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor
blackman_window broadcast_shapes broadcast_tensors ceil_ celu_ chain_matmul channel_shuffle cholesky cholesky_inverse
cholesky_solve clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip_ concatenate conj_physical conj_physical_
constant_pad_nd conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d convolution cos_ cosh cosh_
cosine_embedding_loss cosine_similarity ctc_loss cummin deg2rad_ det detach detach_copy diagflat diagonal_copy dropout
embedding embedding_bag erf_ erfc erfc_ erfinv exp2 exp2_ exp_ expand_copy expm1_ feature_alpha_dropout feature_dropout fill
fill_ fix fix_ flipud floor_ fmin frac_ frobenius_norm full gcd_ get_default_dtype get_device gradient greater_equal
grid_sampler group_norm hamming_window hann_window hardshrink hinge_embedding_loss hsplit i0_ igamma igammac index_add
index_copy index_fill index_put index_put_ index_reduce instance_norm inverse is_conj is_grad_enabled is_inference is_neg
is_nonzero is_same_size is_signed isinf isneginf isposinf isreal kaiser_window kl_div layer_norm lcm_ ldexp_ le less_equal
log10 log10_ log1p log1p_ log2 log2_ log_ logaddexp2 logdet logical_or logical_xor logit_ lu_solve lu_unpack
margin_ranking_loss masked_fill masked_scatter matrix_exp matrix_power max_pool1d max_pool2d max_pool3d minimum msort
multinomial mvlgamma nan_to_num_ nanmedian nanquantile narrow_copy native_batch_norm native_group_norm native_layer_norm neg_
negative_ nonzero normal ones pairwise_distance pdist permute_copy pinverse pixel_shuffle pixel_unshuffle poisson_nll_loss
polygamma positive promote_types put rad2deg_ rand rand_like randint randint_like randn randn_like randperm reciprocal_ relu_
resolve_conj resolve_neg rms_norm round_ row_stack rrelu rsqrt_ rsub scalar_tensor scatter scatter_add scatter_reduce
select_copy select_scatter selu_ sgn sigmoid_ sin_ sinc_ sinh sinh_ slice_scatter slogdet split_copy split_with_sizes
split_with_sizes_copy spmm sqrt_ square_ squeeze_copy swapdims t_copy tan_ tanh_ tensor threshold_ transpose_copy trapz
triangular_solve tril_indices triplet_margin_loss trunc_ unbind_copy unfold_copy unique_consecutive unravel_index
unsqueeze_copy var_mean view_as_complex view_copy xlogy_ zero_ zeros""".split()
METHODS = """__abs__ __ge__ __gt__ __iadd__ __iand__ __ifloordiv__ __ilshift__ __imod__ __imul__ __ior__ __ipow__ __irshift__ __isub__
__iter__ __itruediv__ __ixor__ __le__ __lt__ __mul__ __ne__ __or__ __pos__ __rand__ __reversed__ __rfloordiv__ __rlshift__
__rmatmul__ __rmod__ __rmul__ __ror__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setitem__ __sub__ __truediv__
__xor__ addcdiv_ addcmul_ bernoulli_ bfloat16 byte cauchy_ cdouble cfloat chalf char exponential_ fill_diagonal_ geometric_
log_normal_ masked_scatter_ normal_ polygamma_ random_ scatter_add_ short swapaxes_ swapdims_ uniform_""".split()
NEURAL = """adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d alpha_dropout avg_pool3d celu_ conv3d
conv_transpose2d conv_transpose3d cosine_embedding_loss dropout elu_ feature_alpha_dropout fractional_max_pool2d
fractional_max_pool3d hardshrink hardtanh_ leaky_relu_ max_pool2d_with_indices max_pool3d max_pool3d_with_indices
max_unpool2d max_unpool3d pixel_unshuffle relu_ rrelu selu_ softshrink threshold_""".split()
LINEAR = """cholesky_ex eigvals eigvalsh householder_product inv_ex ldl_factor ldl_factor_ex ldl_solve lu_factor lu_factor_ex lu_solve
matmul matrix_exp solve_ex solve_triangular svdvals tensorinv tensorsolve vander""".split()
SPECIAL = """airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v
chebyshev_polynomial_w digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammainc gammaincc gammaln hermite_polynomial_h
hermite_polynomial_he i0 i0e i1 i1e laguerre_polynomial_l legendre_polynomial_p log1p log_ndtr log_softmax logit logsumexp
modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 multigammaln ndtr ndtri polygamma psi round
scaled_modified_bessel_k0 scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w sinc softmax spherical_bessel_j0 xlog1py xlogy zeta""".split()
FOURIER = """fft fft2 fftfreq fftn fftshift hfft hfft2 hfftn ifft ifft2 ifftn ifftshift ihfft ihfft2 ihfftn irfft irfft2 irfftn rfft rfft2
rfftfreq rfftn""".split()
